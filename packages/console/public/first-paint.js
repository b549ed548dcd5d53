// Sets light or dark, accessible colors and the language before anything is drawn; the firm's colors are in the
// style sheet that the server makes (api/v1/firm/theme.css). A file of its own, not inline,
// so that the content security policy needs no 'unsafe-inline' for scripts.
;(() => {
  const root = document.documentElement
  const read = (key) => {
    try {
      const stored = JSON.parse(localStorage.getItem(`courtcrier.${key}`) ?? '{}')
      return stored.version === 1 ? (stored.value ?? {}) : {}
    } catch {
      // Storage is closed to us or holds something else: the defaults do.
      return {}
    }
  }
  const look = read('look')
  root.setAttribute('data-mantine-color-scheme', look.isDark ? 'dark' : 'light')
  if (look.isAccessible) root.setAttribute('data-accessible-colours', '')
  if (read('session').accessToken) root.setAttribute('data-signed-in', '')
  const chosen = read('language')
  const wanted = typeof chosen === 'string' ? [chosen] : navigator.languages
  root.lang = /^es\b/i.test(wanted.find((tag) => /^(en|es)\b/i.test(tag)) ?? '') ? 'es-US' : 'en-US'
})()
