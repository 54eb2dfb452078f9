// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the page of `explain --format=html` looks, by day and by night.
// Plain CSS: it refers to nothing outside of the page.
#pragma once

namespace kasane {

inline constexpr char kExplainStyle[] = R"css(
:root { color-scheme: light dark; --page: #f6f7f9; --card: #ffffff; --text: #1d2430; --faint: #5b6475; --rule: #e3e6ec;
  --accent: #2456c8; --warm: #c2410c; --soft: #e8eefb; --other: #98a2b3; }
@media (prefers-color-scheme: dark) {
  :root { --page: #12151b; --card: #1a1f28; --text: #e4e8ef; --faint: #98a2b3; --rule: #2d3440; --accent: #7aa7ff;
    --warm: #fb923c; --soft: #202c45; --other: #667085; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 28px 20px 60px; overflow-wrap: anywhere; }
h1 { font-size: 25px; margin: 0; } h2 { font-size: 20px; margin: 0 0 4px; } h3 { font-size: 15px; margin: 0 0 10px; }
p { margin: 4px 0 10px; }
a { color: var(--accent); text-underline-offset: 2px; }
code, .mono { font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
.faint { color: var(--faint); }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 18px 20px;
  margin: 16px 0; }
.flow { columns: 2 420px; column-gap: 16px; margin: 16px 0; } .flow > .card { break-inside: avoid; margin: 0 0 16px; }
.target { border-top: 3px solid var(--accent); margin-top: 34px; padding-top: 18px; }
.figures { display: flex; flex-wrap: wrap; gap: 10px 34px; margin: 14px 0 0; padding: 0; }
.figures div { min-width: 104px; } .figures dt { color: var(--faint); font-size: 12.5px; }
.figures dd { margin: 0; font-size: 20px; font-weight: 600; }
.says { border-left: 4px solid var(--accent); background: var(--soft); padding: 9px 14px; border-radius: 0 8px 8px 0;
  margin: 14px 0; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th { text-align: left; font-weight: 600; color: var(--faint); font-size: 12.5px; }
th, td { padding: 5px 14px 5px 0; border-bottom: 1px solid var(--rule); vertical-align: middle; }
tr:last-child td { border-bottom: 0; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
tr.choice td { font-weight: 600; } tr.choice td:first-child { color: var(--accent); }
td.bar { width: 30%; min-width: 80px; } .bar i { display: block; height: 9px; border-radius: 3px;
  background: var(--other); min-width: 2px; }
.choice .bar i, .bound .bar i { background: var(--accent); } .bound td { font-weight: 600; }
ul { margin: 4px 0; padding-left: 20px; } ul.plain { list-style: none; padding: 0; } ul.plain li { margin: 0 0 9px; }
ul.legend { list-style: none; padding: 0; margin: 10px 0 4px; font-size: 13.5px; }
.tag { font-size: 12px; border: 1px solid var(--rule); border-radius: 4px; padding: 0 6px; color: var(--faint); }
.source { max-height: 420px; overflow-y: auto; } .source div { display: flex; gap: 0 12px; }
.source code { white-space: pre-wrap; flex: 1; } .source .no { color: var(--faint); font-size: 12px; min-width: 26px;
  text-align: right; }
.source .said { font-size: 12px; text-align: right; max-width: 150px; } .source .spoken { background: var(--soft); }
:target { outline: 2px solid var(--accent); outline-offset: 2px; }
svg { display: block; width: 100%; height: auto; max-width: 540px; margin: 0 auto; } td svg { max-width: none;
  width: auto; margin: 0; }
svg text { fill: var(--text); font: 11px system-ui, sans-serif; } svg text.tiny { font-size: 10.5px; }
svg text.faint, svg text.tiny { fill: var(--faint); }
svg text.name { fill: var(--text); paint-order: stroke; stroke: var(--card); stroke-width: 3px; }
svg text.mid { text-anchor: middle; } svg text.end { text-anchor: end; }
.grid { stroke: var(--rule); } .axis { stroke: var(--faint); } .ceiling { stroke: var(--text); stroke-width: 1.2; }
.dashed { stroke-dasharray: 5 4; stroke-width: 1; } .other { fill: var(--other); opacity: .75; }
.chosen { fill: var(--accent); stroke: var(--card); stroke-width: 1.5; } .sweep { fill: var(--card);
  stroke: var(--warm); stroke-width: 2.2; }
.measured { fill: var(--warm); stroke: var(--card); stroke-width: 1.5; }
.level { fill: var(--accent); } .tile { fill: none; stroke: var(--text); stroke-width: 1.8; }
td.name { white-space: nowrap; }
.group { fill: var(--warm); fill-opacity: .35; stroke: var(--warm); stroke-width: 1.5; }
.read { fill: var(--accent); } .unread { fill: var(--rule); } .centre { stroke: var(--warm); stroke-width: 1.5; }
.key, .mark { display: inline-block; width: 11px; height: 11px; border-radius: 2px; margin: 0 8px 0 0;
  vertical-align: -1px; }
.key.a { border: 2px solid var(--text); } .key.b { background: var(--warm); opacity: .6; }
.key.c { background: var(--accent); opacity: .3; }
.mark.chosen, .mark.sweep, .mark.other { border-radius: 50%; } .mark.chosen { background: var(--accent); }
.mark.sweep { border: 2px solid var(--warm); } .mark.other { background: var(--other); transform: scale(.6); }
.mark.measured { background: var(--warm); transform: rotate(45deg) scale(.8); } .mark.ceiling { height: 0;
  border-top: 2px solid var(--text); vertical-align: 4px; }
@media (max-width: 600px) {
  main { padding: 16px 10px 40px; } .card { padding: 14px; } .figures { gap: 8px 22px; }
  .figures dd { font-size: 17px; }
  thead { display: none; } table, tbody { display: block; }
  tr { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 14px; padding: 6px 0;
    border-bottom: 1px solid var(--rule); }
  tr:last-child { border-bottom: 0; } td { border: 0; padding: 0; } td:empty { display: none; }
  td:first-child, td.name, td.bar { flex-basis: 100%; width: auto; white-space: normal; } td.n { text-align: left; }
  td[data-label]:not(:first-child)::before { content: attr(data-label) " "; color: var(--faint); font-size: 12px;
    font-weight: 400; }
  .source div { flex-wrap: wrap; } .source code { flex-basis: 78%; } .source .said { flex-basis: 100%;
    max-width: none; }
}
)css";

} // namespace kasane

// Tests: tests/driver/explain-html.test
