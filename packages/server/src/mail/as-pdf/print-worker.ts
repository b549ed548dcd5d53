import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { fontFiles } from './fonts.ts'
import { type PrintTask, pagesOf } from './message-pages.ts'
import { tableLayouts } from './page-content.ts'

/** The thread's answer. Errors are returned as well, because one thrown in a listener would be lost. */
export type PrintAnswer = { bytes: Uint8Array } | { error: string }

const readable = new Set(Object.values(fontFiles).flatMap((styles) => Object.values(styles)))
pdfmake.setFonts(fontFiles)
pdfmake.setTableLayouts(tableLayouts)
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => readable.has(path))

parentPort?.on('message', async (task: PrintTask) => {
  parentPort?.postMessage(await answer(task))
})

async function answer(task: PrintTask): Promise<PrintAnswer> {
  try {
    const bytes = await pdfmake.createPdf(await pagesOf(task)).getBuffer()
    return { bytes: new Uint8Array(bytes) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
