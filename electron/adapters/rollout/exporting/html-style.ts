// The look of an exported page: the window's paper, ink and type, without its fonts, in light and dark.

export const HTML_STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#fafaf7,#191b18);--stub:light-dark(#f0f1eb,#272a25);--ink:light-dark(#1a1c18,#e8e9e3);--ink-2:light-dark(#4b4e46,#b6b9af);--ink-3:light-dark(#61645b,#989b91);--rule:light-dark(#dddfd7,#31352e);--edge:light-dark(#cfd2c8,#3b3f38);--live:light-dark(#1b4bc7,#8fb3ff);--wait:light-dark(#855200,#f0b94e);--fail:light-dark(#b0251b,#ff9389);--add:light-dark(#2c6a2e,#93cf8f);--ui:Inter,-apple-system,BlinkMacSystemFont,"Segoe UI Variable Text","Segoe UI","Adwaita Sans",Cantarell,"Noto Sans",system-ui,sans-serif;--mono:"JetBrains Mono",ui-monospace,"SF Mono","Cascadia Mono","Adwaita Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/25px var(--ui);overflow-wrap:anywhere}
main{max-width:836px;margin:0 auto;padding:32px 16px 96px}
h1{font:600 27px/34px var(--ui);margin:0 0 16px}
h2{font:600 13px/20px var(--ui);color:var(--ink-2);margin:48px 0 16px;padding-top:16px;border-top:1px solid var(--rule)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:0;font-size:13px;line-height:20px}
dt{color:var(--ink-3)}
dd{margin:0;font-family:var(--mono);font-size:12.5px}
.title{margin:24px 0 4px;font-size:13px;line-height:20px;font-weight:600}
.title span{font-weight:400;color:var(--ink-3)}
.words{margin:4px 0;padding:8px 16px;white-space:pre-wrap;background:var(--stub);border-radius:9px;unicode-bidi:plaintext}
.prose p,.prose ul,.prose ol,.prose blockquote,.prose table{margin:0 0 12px;max-width:60em}
.prose .heading{font-weight:600;margin-top:20px}.prose .h1,.prose .h2{font-size:18px;line-height:26px}
.prose blockquote{padding-left:16px;border-left:2px solid var(--edge);color:var(--ink-2)}
.prose li>p{margin-bottom:4px}
.typed{white-space:pre-wrap}
table{border-collapse:collapse;display:block;overflow-x:auto}
th,td{padding:3px 10px;border:1px solid var(--rule);text-align:start}
.right{text-align:right}.center{text-align:center}
pre{margin:4px 0 8px;padding:10px 14px;overflow:auto;max-height:420px;background:var(--stub);border:1px solid var(--rule);border-radius:5px;font:12.5px/20px var(--mono);tab-size:4;overflow-wrap:normal;unicode-bidi:isolate;direction:ltr;text-align:left}
pre.wrap{white-space:pre-wrap;overflow-wrap:anywhere}
code{font-family:var(--mono);font-size:12.5px;unicode-bidi:isolate}
.add{color:var(--add)}.del{color:var(--fail)}.hunk{color:var(--ink-3)}
.esc{padding:0 3px;border:1px solid var(--wait);border-radius:3px;color:var(--wait);font-size:11px}
.inert{text-decoration:underline dotted var(--ink-3)}
a{color:inherit;text-decoration-color:var(--ink-3);text-underline-offset:2px}
.remark{margin:4px 0;font-size:13px;line-height:20px;color:var(--ink-2)}
.end{margin:24px 0 0;font-size:12px;line-height:16px;color:var(--ink-3)}
.boundary{margin:32px 0;padding-top:8px;border-top:3px dotted var(--edge);font-size:13px;line-height:20px;text-align:center}
details{margin:8px 0;font-size:13px;line-height:20px;color:var(--ink-2)}
summary{cursor:pointer}
summary:focus-visible,a:focus-visible,pre:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.steps{margin:4px 0;padding:0;list-style:none}
figure{margin:8px 0}img{max-width:100%;max-height:600px;border:1px solid var(--rule)}
@media print{pre{max-height:none;white-space:pre-wrap}details{display:block}}
`.trim();
