// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is wrong with how the page looks, as a list of sentences. Run in the page by run_browser.py.
(() => {
  const wrong = [];
  const said = (text) => JSON.stringify(text.trim().replace(/\s+/g, " ").slice(0, 40));

  // Texts, each with the quadrilaterals that it covers.
  const corners = (r) => [[r.left, r.top], [r.right, r.top], [r.right, r.bottom], [r.left, r.bottom]];
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest("title, style, svg"))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const frame = parent.closest(".source")?.getBoundingClientRect(); // which scrolls
    const size = parseFloat(getComputedStyle(parent).fontSize);
    for (const r of range.getClientRects())
      if (r.width > 1 && !(frame && (r.bottom > frame.bottom || r.top < frame.top)))
        texts.push({ parent, text: node.data, quad: corners(r), of: node, size });
  }
  for (const parent of document.querySelectorAll("svg text")) {
    const b = parent.getBBox(), m = parent.getScreenCTM();
    const at = (x, y) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];
    // The box of a font has room above and below its letters.
    const top = b.y + b.height * 0.14, bottom = b.y + b.height * 0.92;
    const quad = [at(b.x, top), at(b.x + b.width, top), at(b.x + b.width, bottom), at(b.x, bottom)];
    texts.push({ parent, text: parent.textContent, quad, of: parent, isDrawn: true,
                 size: parseFloat(getComputedStyle(parent).fontSize) * Math.hypot(m.a, m.b) });
    const frame = parent.ownerSVGElement.getBoundingClientRect();
    const isOutside = ([x, y]) =>
      x < frame.left - 0.5 || x > frame.right + 0.5 || y < frame.top - 0.5 || y > frame.bottom + 0.5;
    if (quad.some(isOutside))
      wrong.push(`${said(parent.textContent)} leaves its picture`);
  }

  // Two boxes are apart when they are so along a side of one of them.
  const span = (quad, nx, ny) => {
    const along = quad.map(([x, y]) => x * nx + y * ny);
    return [Math.min(...along), Math.max(...along)];
  };
  const apart = (p, q) => [p, q].some((box) => [0, 1].some((k) => {
    const length = Math.hypot(box[k + 1][0] - box[k][0], box[k + 1][1] - box[k][1]) || 1;
    const nx = (box[k + 1][1] - box[k][1]) / length, ny = (box[k][0] - box[k + 1][0]) / length;
    const [a0, a1] = span(p, nx, ny), [b0, b1] = span(q, nx, ny);
    return a1 < b0 + 1 || b1 < a0 + 1;
  }));
  for (let i = 0; i < texts.length; i++)
    for (let j = 0; j < i; j++)
      if (texts[i].of !== texts[j].of && !apart(texts[i].quad, texts[j].quad))
        wrong.push(`${said(texts[i].text)} overlaps ${said(texts[j].text)}`);

  // Contrast, by the formula of WCAG 2.
  const channels = (colour) => (colour.match(/[\d.]+/g) || []).map(Number);
  const light = (colour) => {
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = channels(colour).map((c) => linear(c / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor, alpha = channels(colour)[3] ?? 1;
      if (alpha > 0)
        return colour;
    }
    return "rgb(255, 255, 255)";
  };
  for (const { parent, text, isDrawn } of texts) {
    const style = getComputedStyle(parent);
    const a = light(isDrawn ? style.fill : style.color), b = light(behind(parent));
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5 || style.opacity !== "1")
      wrong.push(`${said(text)} has a contrast of ${contrast.toFixed(2)}`);
  }

  for (const { text, size } of texts)
    if (size < 9)
      wrong.push(`${said(text)} is ${size.toFixed(1)} pixels high`);
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth)
    wrong.push(`the page is ${root.scrollWidth} pixels wide, and there are ${root.clientWidth}`);
  for (const element of document.querySelectorAll("main *"))
    if (!element.closest("svg") && element.clientWidth && element.scrollWidth > element.clientWidth + 1)
      wrong.push(`${element.tagName} ${element.className} is ${element.scrollWidth} pixels wide, and has ` +
                 `${element.clientWidth}: ${said(element.textContent)}`);
  for (const card of document.querySelectorAll(".card")) {
    const title = card.querySelector("h3")?.textContent ?? "";
    if (card.textContent.trim().length <= title.trim().length)
      wrong.push(`the card ${said(title)} is empty`);
  }
  return [...new Set(wrong)];
})()
