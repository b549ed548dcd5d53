import { openTaskWorkers, type TaskWorkers } from '@courtcrier/lib/task-workers.ts'
import { ImportFileError } from './import-file-error.ts'
import type { SheetAnswer } from './read-sheet-worker.ts'

/** Whether a file's name says that it is an Excel workbook. */
export function isWorkbook(name: string): boolean {
  return /\.xlsx$/i.test(name)
}

const limits = { computeMs: 60_000, memoryMb: 1500 }

const threads = openSheetThreads(limits)

/** Threads that read workbooks: a hostile one unpacks to gigabytes, or takes hours. */
export function openSheetThreads(own: { computeMs: number; memoryMb: number }): TaskWorkers {
  return openTaskWorkers({ script: new URL('./read-sheet-worker.ts', import.meta.url), count: 1, ...own })
}

/** Returns a workbook's first sheet as CSV. Throws `ImportFileError` with what is wrong with the file. */
export async function sheetAsCsv(bytes: Uint8Array, by: TaskWorkers = threads): Promise<Uint8Array> {
  const result = await by.run(bytes)
  if (result.state !== 'done') throw new ImportFileError(tooLarge)
  const answer = result.answer as SheetAnswer
  if ('problem' in answer) throw new ImportFileError(answer.problem)
  return answer.csv
}

const tooLarge = 'This Excel file takes too long or too much memory to read. Save it as .csv, or import it in parts.'
