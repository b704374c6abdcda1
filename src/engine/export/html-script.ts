// The search of the exported page, in the words of any browser of the last ten years. It hides, marks and unfolds what is there: it makes
// text nodes and <mark>, never HTML, and knows no way out of the page. Labels are the page's own words and are not searched.

export const pageScript = `
(function(){
'use strict';
var mostMarks=2000,pauseMs=80;
var byId=function(id){return document.getElementById(id)};
var all=function(root,what){return Array.prototype.slice.call(root.querySelectorAll(what))};
var find=byId('find'),query=byId('query'),count=byId('count'),unfold=byId('unfold'),nothing=byId('nothing'),main=document.querySelector('main');
var articles=all(main,'article'),texts=null,marks=[],now=-1,opened=[],waiting=0;

function nodesOf(root){
  var walker=document.createTreeWalker(root,NodeFilter.SHOW_TEXT|NodeFilter.SHOW_ELEMENT,{acceptNode:function(n){
    return n.nodeType===1?(n.classList.contains('label')?NodeFilter.FILTER_REJECT:NodeFilter.FILTER_SKIP):NodeFilter.FILTER_ACCEPT;
  }}),nodes=[],n;
  while((n=walker.nextNode()))nodes.push(n);
  return nodes;
}
function fold(text){
  var low=text.toLowerCase();
  if(low.length===text.length)return low;
  return text.split('').map(function(c){var l=c.toLowerCase();return l.length===1?l:c}).join('');
}
function textOf(article){return fold(nodesOf(article).map(function(n){return n.data}).join(''))}

function unmark(){
  marks.forEach(function(m){
    var p=m.parentNode;
    p.replaceChild(document.createTextNode(m.textContent),m);
    p.normalize();
  });
  marks=[];now=-1;
  opened.forEach(function(d){d.open=false});
  opened=[];
}
function markIn(article,words){
  nodesOf(article).forEach(function(node){
    var low=fold(node.data),from=0;
    while(marks.length<mostMarks){
      var at=-1,length=0;
      words.forEach(function(w){
        var i=low.indexOf(w,from);
        if(i>=0&&(at<0||i<at||(i===at&&w.length>length))){at=i;length=w.length}
      });
      if(at<0)return;
      var hit=node.splitText(at),rest=hit.splitText(length),m=document.createElement('mark');
      hit.parentNode.replaceChild(m,hit);
      m.appendChild(hit);
      marks.push(m);
      node=rest;low=low.slice(at+length);
    }
  });
}
function reveal(mark){
  for(var p=mark.parentNode;p&&p!==main;p=p.parentNode)
    if(p.nodeName==='DETAILS'&&!p.open&&!(mark.parentNode.closest&&mark.parentNode.closest('summary'))){p.open=true;opened.push(p)}
}
function wordsOf(text){
  return (fold(text).match(/"[^"]+"|[^\\s"]+/g)||[]).map(function(w){return w.replace(/"/g,'')}).filter(function(w){return w.trim()!==''});
}
function tell(shown){
  var hits=marks.length>=mostMarks?'':now>=0?' · '+(now+1)+'/'+marks.length:'';
  count.textContent=shown+' of '+articles.length+hits;
}
var shown=0;
function search(){
  waiting=0;
  unmark();
  var words=wordsOf(query.value);
  texts=texts||articles.map(textOf);
  shown=0;
  articles.forEach(function(article,i){
    var fits=words.every(function(w){return texts[i].indexOf(w)>=0});
    article.hidden=!fits;
    if(fits)shown++;
    if(fits&&words.length)markIn(article,words);
  });
  marks.forEach(reveal);
  document.body.classList.toggle('searching',words.length>0);
  nothing.hidden=shown>0||words.length===0;
  if(words.length)tell(shown);else count.textContent='';
  main.setAttribute('aria-busy','false');
}
function settle(){if(waiting){clearTimeout(waiting);search()}}
function go(step){
  settle();
  if(!marks.length)return;
  if(now>=0)marks[now].classList.remove('now');
  now=(now<0&&step<0?marks.length-1:(now+step+marks.length)%marks.length);
  marks[now].classList.add('now');
  marks[now].scrollIntoView({block:'center'});
  tell(shown);
}
function clear(){query.value='';settle();search()}
function walk(step){
  var prompts=all(main,'article.user').filter(function(a){return !a.hidden}),line=find.getBoundingClientRect().bottom+24;
  var at=prompts.filter(function(a){return a.getBoundingClientRect().top<(step>0?line+1:line-25)}).length;
  var next=prompts[step>0?at:at-1];
  if(next)next.scrollIntoView({block:'start'});
}

find.hidden=false;
query.addEventListener('input',function(){clearTimeout(waiting);main.setAttribute('aria-busy','true');waiting=setTimeout(search,pauseMs)});
query.addEventListener('keydown',function(e){
  if(e.isComposing)return;
  if(e.key==='Enter'){e.preventDefault();go(e.shiftKey?-1:1)}
  if(e.key==='Escape'){e.preventDefault();clear();query.blur()}
});
byId('earlier').addEventListener('click',function(){go(-1)});
byId('later').addEventListener('click',function(){go(1)});
unfold.addEventListener('click',function(){
  var open=unfold.getAttribute('aria-pressed')!=='true';
  unfold.setAttribute('aria-pressed',String(open));
  unfold.textContent=open?'Fold all':'Unfold all';
  opened=[];
  all(main,'details').forEach(function(d){d.open=open});
});
document.addEventListener('keydown',function(e){
  if(e.ctrlKey||e.metaKey||e.altKey||e.target===query)return;
  if(e.key==='/'){e.preventDefault();query.focus();query.select()}
  if(e.key==='n'||e.key==='N'){if(marks.length)go(e.key==='N'?-1:1)}
  if(e.key==='j')walk(1);
  if(e.key==='k')walk(-1);
});
if(query.value)search();
})();
`;
