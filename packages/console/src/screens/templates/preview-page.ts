/** Mail HTML as a page for a sandboxed frame. The policy stands behind the sandbox: nothing is fetched, framed or sent. */
export function previewPage(html: string, { isDark, title }: { isDark: boolean; title: string }): string {
  // A whole mail brings its own colours, which mail programs that are dark turn round.
  const isWhole = /^\s*<!doctype/i.test(html)
  const [ink, paper, quiet] = isDark && !isWhole ? ['#e9ebf0', '#191d26', '#8fb0f2'] : ['#1b2333', '#ffffff', '#23407a']
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title><style>`,
    `:root { color-scheme: ${isDark && !isWhole ? 'dark' : 'light'}; }`,
    isDark && isWhole ? 'html { background: #fff; filter: invert(0.9) hue-rotate(180deg); }' : '',
    `body { margin: 0; padding: 20px; color: ${ink}; background: ${paper}; overflow-wrap: anywhere;`,
    "font: 15px/1.5 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }",
    `a { color: ${quiet}; } img { max-width: 100%; }`,
    `</style></head><body>${html}</body></html>`,
  ].join('\n')
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'"
