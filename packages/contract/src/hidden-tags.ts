/**
 * Elements of an HTML message whose words are neither read nor shown. What is read from a message and what a person sees
 * of it must be the same words.
 */
export const hiddenTags: ReadonlySet<string> = new Set([
  ...['script', 'style', 'title', 'template', 'iframe', 'noembed', 'noframes'],
  ...['noscript', 'svg', 'math'],
])

/** Elements that a slash ends (`<svg/>`), as HTML's own aren't. */
export const endedBySlash: ReadonlySet<string> = new Set(['svg', 'math'])
