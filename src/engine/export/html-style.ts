// How the exported page looks: one column to read, quiet colours that follow the reader's light or dark, nothing fetched. On a long
// page, what is out of view is laid out only when it is scrolled to.

export const pageStyle = `
:root{color-scheme:light dark;--page:#fff;--text:#1f2328;--dim:#636c76;--line:#d8dee4;--soft:#f6f8fa;--said:#eef4ff;--accent:#0b5fcc;
--came:#dafbe1;--came-text:#0f5323;--went:#ffebe9;--went-text:#82071e;--failed:#b3261e;
--sans:ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif;
--mono:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Noto Sans Mono","DejaVu Sans Mono",monospace}
@media screen and (prefers-color-scheme:dark){:root{--page:#15181c;--text:#e3e7eb;--dim:#98a2ad;--line:#30363d;--soft:#1d2127;--said:#1a2740;--accent:#7db4ff;
--came:#12301d;--came-text:#8fe0a6;--went:#3a1a1c;--went-text:#ffb3ad;--failed:#ff8f85}}
*{box-sizing:border-box}
html{scroll-padding-top:4.5rem;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:50rem;padding:0 1.25rem 5rem;background:var(--page);color:var(--text);font:1rem/1.6 var(--sans);overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
header{padding:2.5rem 0 .75rem}
h1{font-size:1.75rem;line-height:1.25;margin:0;letter-spacing:-.01em;text-wrap:balance}
.facts{color:var(--dim);font-size:.875rem;margin:.4rem 0 0}
#find:not([hidden]){position:sticky;top:0;z-index:1;display:flex;gap:.5rem;align-items:center;padding:.6rem 0;background:var(--page);border-bottom:1px solid var(--line)}
#query{flex:1 1 12rem;min-width:0;font:inherit;font-size:.9375rem;padding:.35rem .7rem;color:inherit;background:var(--soft);border:1px solid var(--line);border-radius:.5rem}
#count{flex:none;color:var(--dim);font-size:.8125rem;font-variant-numeric:tabular-nums}
#count:empty{display:none}
button{flex:none;font:inherit;font-size:.8125rem;padding:.4rem .65rem;color:inherit;background:var(--soft);border:1px solid var(--line);border-radius:.5rem;cursor:pointer}
button:hover{border-color:var(--dim)}
body:not(.searching) :is(#earlier,#later){display:none}
main{padding-top:.5rem}
article{padding:.5rem 0}
.long article{content-visibility:auto;contain-intrinsic-size:auto 9rem}
article.goes-on{padding-top:.2rem}
body:not(.searching) .goes-on>.who{display:none}
article.user{margin:1.5rem 0 .5rem;padding:.75rem 1rem;background:var(--said);border-radius:.75rem}
article.summary{margin:1rem 0;padding:.75rem 1rem;border:1px dashed var(--line);border-radius:.75rem}
article:target{outline:2px solid var(--accent);outline-offset:.35rem;border-radius:.75rem}
article>:last-child{margin-bottom:0}
.who{display:flex;flex-wrap:wrap;gap:0 .5rem;margin:0 0 .35rem;color:var(--dim);font-size:.8125rem}
.who b{color:var(--text);font-weight:600}
.who a{margin-left:auto;color:inherit;text-decoration:none}
.who a:hover{text-decoration:underline}
p,ul,ol,blockquote,pre,dl,.wide,details,img{margin:0 0 .75rem}
p,li,dd,td,th,h2,h3,h4,h5,h6,.said{unicode-bidi:plaintext}
.said{white-space:pre-wrap}
h2,h3,h4,h5,h6{margin:1.4rem 0 .5rem;line-height:1.3;font-size:1.05rem}
h2{font-size:1.3rem}
h3{font-size:1.15rem}
ul,ol{padding-inline-start:1.5rem}
li{margin:.2rem 0}
li>p:last-child{margin-bottom:0}
li.task{list-style:none;margin-inline-start:-1.3rem}
blockquote{padding-inline-start:1rem;border-inline-start:3px solid var(--line);color:var(--dim)}
hr{border:0;border-top:1px solid var(--line);margin:1.5rem 0}
code,pre,dd{font-family:var(--mono);font-size:.85em}
:not(pre)>code{padding:.12em .35em;background:var(--soft);border-radius:.3em}
pre{position:relative;white-space:pre-wrap;padding:.75rem .9rem;background:var(--soft);border:1px solid var(--line);border-radius:.5rem;line-height:1.5;tab-size:4}
pre code{font-size:inherit}
.language{float:right;margin:-.3rem -.3rem 0 .75rem;color:var(--dim);font:.6875rem/1.5 var(--sans)}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.9375rem}
td,th{border:1px solid var(--line);padding:.35rem .7rem;text-align:start;vertical-align:top}
th{background:var(--soft);font-weight:600}
img{display:block;max-width:100%;height:auto;border:1px solid var(--line);border-radius:.5rem}
details{border:1px solid var(--line);border-radius:.5rem;font-size:.9375rem}
summary{padding:.4rem .75rem;cursor:pointer;border-radius:.5rem}
summary:hover{background:var(--soft)}
details[open]>summary{border-bottom:1px solid var(--line);border-radius:.5rem .5rem 0 0}
details>:not(summary){margin:.6rem .75rem}
details.tool+details.tool{margin-top:-.35rem}
details.aside{border-color:transparent;color:var(--dim);font-size:.875rem}
details.aside:not([open])>summary{padding-inline-start:0}
details.aside[open]{border-color:var(--line)}
.tool>summary b{font-weight:600}
.tool>summary code{padding:0;background:none;color:var(--dim)}
.failed{border-color:var(--failed)}
.failed .badge{color:var(--failed);border-color:currentColor}
.badge{padding:0 .45em;color:var(--dim);border:1px solid var(--line);border-radius:1em;font-size:.75rem}
.tally{margin-inline-start:.25rem;color:var(--dim);font-size:.8125rem;font-variant-numeric:tabular-nums}
.tool pre{max-height:32rem;overflow:auto;font-size:.8125rem}
.command::before{content:"$ ";color:var(--dim)}
.output{background:none}
.none{color:var(--dim);font-size:.875rem}
ins,.diff del{text-decoration:none}
ins{color:var(--came-text)}
.tally del,.diff del{color:var(--went-text)}
.tally del{text-decoration:none}
.diff{padding-inline:0}
.diff ins,.diff del,.diff .where,.diff .same{display:block;padding:0 .9rem}
.diff ins{background:var(--came)}
.diff del{background:var(--went)}
.diff .where{color:var(--dim)}
.todos{list-style:none;padding:0}
.todos .done{color:var(--dim)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem .9rem}
dt{color:var(--dim);font-size:.8125rem}
dd{margin:0;white-space:pre-wrap}
mark{background:#ffe16b;color:#1f2328;border-radius:.15em}
mark.now{background:#ff9f43;outline:2px solid #ff9f43}
#nothing{padding:2rem 0;color:var(--dim);text-align:center}
nav{display:none}
[hidden]{display:none!important}
@media (min-width:80rem){
body{margin-inline-start:max(21rem,50vw - 25rem)}
nav{display:block;position:fixed;inset:0 auto 0 0;width:min(19rem,50vw - 27rem);min-width:17rem;overflow-y:auto;padding:2.75rem 1rem 2rem 1.5rem;font-size:.8125rem;line-height:1.4}
nav ol{list-style:none;margin:0;padding:0}
nav a{display:block;padding:.3rem .6rem;color:var(--dim);text-decoration:none;border-radius:.4rem}
nav a:hover,nav a[aria-current]{color:var(--text);background:var(--soft)}
}
@media (max-width:30rem){
body{padding-inline:.9rem}
header{padding-top:1.25rem}
h1{font-size:1.375rem}
.searching #unfold{display:none}
dl{grid-template-columns:1fr;gap:0}
dd{margin-bottom:.4rem}
}
@media print{
:root{color-scheme:light}
body{max-width:none;margin:0;padding:0;font-size:10.5pt}
#find:not([hidden]),nav{display:none}
.long article{content-visibility:visible}
article.user,.who,h2,h3,h4,summary{break-after:avoid}
.tool pre{max-height:none;overflow:visible}
}
`;
