import { createRequire } from 'node:module'
import path from 'node:path'
import { createWorker, OEM, type Worker } from 'tesseract.js'

const require = createRequire(import.meta.url)

let reader: Promise<Worker> | undefined

/** Opens Tesseract for English. Its data is in a package, so nothing is downloaded. It stays loaded for the thread's life. */
export function openReader(): Promise<Worker> {
  reader ??= openEnglish()
  return reader
}

async function openEnglish(): Promise<Worker> {
  const langPath = path.join(path.dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int')
  const opened = await createWorker('eng', OEM.LSTM_ONLY, { langPath, cacheMethod: 'none', gzip: true })
  await opened.setParameters({ user_defined_dpi: '200', debug_file: '/dev/null' })
  return opened
}
