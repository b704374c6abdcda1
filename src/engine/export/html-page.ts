// Style and script of the exported page. The script only hides and marks what is there: it makes text nodes and <mark>, never HTML.

export const pageStyle = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--dim:#777;--mark:#fd5}
body{margin:0 auto;max-width:52rem;padding:0 1rem 4rem;font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
header{position:sticky;top:0;background:Canvas;padding:.75rem 0 .5rem;border-bottom:1px solid var(--line);z-index:1}
h1{font-size:1.25rem;margin:0}
.facts,.who,time,#count{color:var(--dim);font-size:.85rem;margin:.2rem 0}
.find{margin:.4rem 0 0}
#query{font:inherit;width:min(24rem,70%);padding:.3rem .5rem}
article{padding:.6rem 0;border-bottom:1px solid var(--soft)}
article.user{border-left:3px solid #48f;padding-left:.8rem}
article.tool{padding-left:1rem}
.who{font-weight:600}
time{font-weight:400}
pre{white-space:pre-wrap;background:var(--soft);padding:.6rem .8rem;border-radius:4px;overflow:auto;font:13px/1.45 ui-monospace,monospace}
pre.said{background:none;padding:0;margin:.3rem 0;font:inherit}
code{font-family:ui-monospace,monospace;font-size:.9em}
summary{cursor:pointer}
.failed summary{color:#c33}
table{border-collapse:collapse}
td,th{border:1px solid var(--line);padding:.2rem .5rem;text-align:left}
img{max-width:100%}
mark{background:var(--mark);color:#000}
[hidden]{display:none}
`;

export const pageScript = `
(function(){
'use strict';
var query=document.getElementById('query'),count=document.getElementById('count');
var articles=Array.prototype.slice.call(document.querySelectorAll('article'));
var texts=articles.map(function(a){return a.textContent.toLowerCase()});
function unmark(){
  Array.prototype.slice.call(document.querySelectorAll('main mark')).forEach(function(m){
    var p=m.parentNode;p.replaceChild(document.createTextNode(m.textContent),m);p.normalize();
  });
}
function markIn(root,word){
  var walker=document.createTreeWalker(root,NodeFilter.SHOW_TEXT),nodes=[],n;
  while((n=walker.nextNode()))nodes.push(n);
  nodes.forEach(function(node){
    var low=node.data.toLowerCase(),at;
    if(low.length!==node.data.length)return;
    while((at=low.indexOf(word))>=0){
      var hit=node.splitText(at),rest=hit.splitText(word.length),m=document.createElement('mark');
      hit.parentNode.replaceChild(m,hit);m.appendChild(hit);
      node=rest;low=rest.data.toLowerCase();
    }
  });
}
function search(){
  unmark();
  var words=query.value.toLowerCase().split(/\\s+/).filter(Boolean),shown=0;
  articles.forEach(function(article,i){
    var fits=words.every(function(w){return texts[i].indexOf(w)>=0});
    article.hidden=!fits;
    if(!fits)return;
    shown++;
    words.forEach(function(w){markIn(article,w)});
    Array.prototype.slice.call(article.querySelectorAll('details')).forEach(function(d){
      d.open=words.length>0&&d.querySelector('mark')!==null;
    });
  });
  count.textContent=words.length?shown+' of '+articles.length:'';
}
query.addEventListener('input',search);
})();
`;
