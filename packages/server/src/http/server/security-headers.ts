/**
 * What the console's page may load. Scripts come only from this server: court mail is shown inside the page, and
 * anything that gets past sanitizing must not run. Styles may be inline because the component library writes style
 * elements. Frames contain sanitized mail as srcdoc; workers read PDFs. WebAssembly may be compiled, in the page and in
 * the worker: pdf.js decodes scans (JBIG2, JPEG 2000) with it, and without it a scan would be a white page. It doesn't
 * allow scripts to use `eval`, and its code comes from this server like theirs.
 */
export const contentSecurityPolicy = {
  'default-src': ["'self'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'script-src-attr': ["'none'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'worker-src': ["'self'", 'blob:'],
  'frame-src': ["'self'"],
  'connect-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}
