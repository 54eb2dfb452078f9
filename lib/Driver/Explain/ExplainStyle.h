// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the page of `explain --format=html` looks, by day and by night.
// Plain CSS: it refers to nothing outside of the page.
#pragma once

namespace kasane {

inline constexpr char kExplainStyle[] = R"css(
:root { color-scheme: light dark; --page: #f6f7f9; --card: #ffffff; --text: #1d2430; --faint: #667085; --rule: #e3e6ec;
  --accent: #2456c8; --warm: #c2410c; --soft: #e8eefb; --other: #98a2b3; }
@media (prefers-color-scheme: dark) {
  :root { --page: #12151b; --card: #1a1f28; --text: #e4e8ef; --faint: #98a2b3; --rule: #2d3440; --accent: #7aa7ff;
    --warm: #fb923c; --soft: #202c45; --other: #667085; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 28px 20px 60px; }
h1 { font-size: 25px; margin: 0; } h2 { font-size: 20px; margin: 0 0 4px; } h3 { font-size: 15px; margin: 0 0 10px; }
p { margin: 4px 0 10px; }
code, .mono { font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
.faint { color: var(--faint); }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 18px 20px; margin: 16px 0; }
.row { display: flex; flex-wrap: wrap; gap: 16px; } .row > .card { margin: 0; flex: 1 1 440px; min-width: 0; }
.row { margin: 16px 0; } .column { flex: 1 1 440px; min-width: 0; display: flex; flex-direction: column; gap: 16px; } .column > .card { margin: 0; }
.target { border-top: 3px solid var(--accent); margin-top: 34px; padding-top: 18px; }
.figures { display: flex; flex-wrap: wrap; gap: 10px 34px; margin: 14px 0 0; padding: 0; }
.figures div { min-width: 104px; } .figures dt { color: var(--faint); font-size: 12.5px; }
.figures dd { margin: 0; font-size: 20px; font-weight: 600; }
.says { border-left: 4px solid var(--accent); background: var(--soft); padding: 9px 14px; border-radius: 0 8px 8px 0; margin: 14px 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th { text-align: left; font-weight: 600; color: var(--faint); font-size: 12.5px; }
th, td { padding: 5px 14px 5px 0; border-bottom: 1px solid var(--rule); vertical-align: middle; }
tr:last-child td { border-bottom: 0; } td.n, th.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tr.choice td { font-weight: 600; } tr.choice td:first-child { color: var(--accent); }
.bar { width: 30%; min-width: 80px; } .bar i { display: block; height: 9px; border-radius: 3px; background: var(--other); min-width: 2px; }
.choice .bar i, .bound .bar i { background: var(--accent); } .bound td { font-weight: 600; }
ul { margin: 4px 0; padding-left: 20px; }
svg { display: block; max-width: 100%; height: auto; } svg text { fill: var(--text); font: 12.5px system-ui, sans-serif; }
svg text.tiny { font-size: 11px; fill: var(--faint); } svg text.faint { fill: var(--faint); }
svg text.name { fill: var(--text); paint-order: stroke; stroke: var(--card); stroke-width: 3px; }
svg text.mid { text-anchor: middle; } svg text.end { text-anchor: end; }
.grid { stroke: var(--rule); } .axis { stroke: var(--faint); } .ceiling { stroke: var(--text); stroke-width: 1.6; opacity: .75; }
.dashed { stroke-dasharray: 5 4; stroke-width: 1.1; } .other { fill: var(--other); opacity: .75; }
.chosen { fill: var(--accent); stroke: var(--card); stroke-width: 1.5; } .sweep { fill: var(--card); stroke: var(--warm); stroke-width: 2.5; }
.level { fill: var(--accent); } .tile { fill: none; stroke: var(--text); stroke-width: 1.8; } td.name { white-space: nowrap; }
.group { fill: var(--warm); fill-opacity: .35; stroke: var(--warm); stroke-width: 1.5; }
.read { fill: var(--accent); } .unread { fill: var(--rule); } .centre { stroke: var(--warm); stroke-width: 1.5; }
.key { display: inline-block; width: 11px; height: 11px; border-radius: 2px; margin: 0 5px 0 0; vertical-align: -1px; }
.key.a { border: 2px solid var(--text); } .key.b { background: var(--warm); opacity: .6; } .key.c { background: var(--accent); opacity: .3; }
)css";

} // namespace kasane

// Tests: tests/driver/explain-html.test
