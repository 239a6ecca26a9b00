package report

// style is the style sheet of the page. On narrow screens the rows of tables become blocks; print
// has the figures of wide screens and no color behind text.
const style = `:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0; color: #202020; background: #fff; font: 16px/1.5 "Liberation Sans", Arial, Helvetica, sans-serif; }
main { max-width: 1240px; margin: 0 auto; padding: 24px 32px 48px; overflow-wrap: break-word; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 16px; }
h2 { font-size: 1.25rem; margin: 40px 0 12px; padding-top: 12px; border-top: 1px solid #d8d8d8; }
h3 { font-size: 1rem; margin: 16px 0 4px; }
p, li, dd { max-width: 46rem; }
p { margin: 0 0 10px; }
.verdict { border-left: 4px solid #0072b2; background: #f2f7fb; padding: 14px 18px 6px; margin: 0 0 14px; }
.verdict p { font-size: 1.06rem; max-width: none; }
.about { color: #505050; font-size: 0.92rem; }
details { margin: 0 0 14px; }
summary { cursor: pointer; font-weight: bold; margin-bottom: 8px; }
figure { margin: 0 0 28px; }
figure svg { display: block; width: 100%; height: auto; }
.wide { max-width: 860px; }
.narrow { display: none; max-width: 480px; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 0 20px; }
figcaption { font-size: 0.92rem; color: #404040; max-width: 46rem; margin-top: 4px; }
table { border-collapse: collapse; font-size: 0.84rem; margin: 0 0 28px; max-width: 100%; }
td { font-variant-numeric: tabular-nums; }
.table { overflow-x: auto; }
.caption { font-weight: bold; font-size: 0.92rem; margin: 0 0 6px; }
thead { border-top: 2px solid #202020; border-bottom: 1px solid #202020; }
tbody { border-bottom: 2px solid #202020; }
th, td { text-align: left; vertical-align: top; padding: 4px 9px 4px 0; }
th { vertical-align: bottom; }
td { max-width: 15rem; }
.n { text-align: right; white-space: nowrap; }
tbody tr:nth-child(even) { background: #f6f6f6; }
dt { font-weight: bold; }
dd { margin: 0 0 8px 20px; }
ul { padding-left: 22px; margin: 0 0 12px; }
@media screen and (max-width: 900px) {
  main { padding: 16px 14px 32px; }
  thead { display: none; }
  table, tbody, tr, td { display: block; width: 100%; }
  tbody { border-top: 2px solid #202020; }
  tbody tr { padding: 8px 6px; border-bottom: 1px solid #d8d8d8; }
  td, td.n { display: flex; max-width: none; overflow-wrap: anywhere; justify-content: space-between; }
  td, td.n { gap: 14px; text-align: right; white-space: normal; padding: 1px 0; }
  td:empty { display: none; }
  td::before { content: attr(data-label); color: #505050; text-align: left; flex: none; }
}
@media screen and (max-width: 620px) {
  .wide { display: none; }
  .narrow { display: block; }
  h1 { font-size: 1.35rem; }
  .verdict { padding: 12px 14px 4px; }
}
@media print {
  @page { margin: 16mm 14mm; }
  html { font-size: 10pt; }
  body { font-size: 1rem; }
  main { max-width: none; padding: 0; }
  .verdict { background: none; }
  figure, tr, dt, dd { break-inside: avoid; }
  .table { overflow: visible; }
  h2, h3, .caption { break-after: avoid; }
  .wide { max-width: 160mm; }
  .grid { grid-template-columns: 1fr 1fr; }
  table { font-size: 7.5pt; }
  th, td { padding: 2px 5px 2px 0; }
  .n { white-space: normal; }
  tbody tr:nth-child(even) { background: none; }
}
`
