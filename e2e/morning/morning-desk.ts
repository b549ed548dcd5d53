import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { textPdf } from '../../packages/server/src/testing/pdf.ts'
import { until } from '../harness.ts'
import type { InboxBench } from '../inbox-bench.ts'

/** What an item needs now, as its answer from the server says. */
export type Need = 'trust' | 'court' | 'case' | 'doubted' | 'create' | 'ignore' | 'upload' | 'not-needed'

/** The most steps each may take: a key, a click, a word typed or a file picked. */
export const mostSteps = {
  keys: { trust: 2, court: 6, case: 2, doubted: 3, create: 6, ignore: 4, upload: 3, 'not-needed': 2 },
  mouse: { trust: 1, court: 4, case: 1, doubted: 1, create: 5, ignore: 1, upload: 2, 'not-needed': 1 },
} as const satisfies Record<string, Record<Need, number>>

interface View {
  item: { id: string; subject: string | null }
  fixes: string[]
  candidates: { is_doubted?: boolean; differences?: unknown[] }[]
}

/** Returns what to do about an item; `isOurs` says whether the firm works on its case. */
export async function needOf(bench: InboxBench, id: string, isOurs: (subject: string) => boolean): Promise<Need> {
  const view = (await (await bench.call(`/api/v1/inbox/${id}`)).json()) as View
  const has = (fix: string) => view.fixes.includes(fix)
  if (has('trust')) return 'trust'
  if (has('choose-court')) return 'court'
  if (has('upload-documents')) return 'upload'
  if (!has('choose-case')) return 'not-needed'
  const [first] = view.candidates
  if (first) return first.differences?.length ? 'doubted' : 'case'
  return isOurs(view.item.subject ?? '') ? 'create' : 'ignore'
}

/** Counts the steps for each item, by what it needed. */
export function makeTally(way: keyof typeof mostSteps) {
  const taken: { need: Need; steps: number }[] = []
  return {
    begin: (need: Need) => void taken.push({ need, steps: 0 }),
    step: () => {
      const last = taken.at(-1)
      if (last) last.steps += 1
    },
    /** Prints them, and fails when any took too many. */
    close: () => {
      for (const need of Object.keys(mostSteps[way]) as Need[]) {
        const steps = taken.filter((each) => each.need === need).map((each) => each.steps)
        const most = mostSteps[way][need]
        process.stdout.write(`  ${way}, ${need}: ${steps.join(', ')} steps (at most ${most})\n`)
        expect([need, steps.length > 0, steps.filter((count) => count > most)]).toEqual([need, true, []])
      }
      return taken.length
    },
  }
}

/** Picks a document in every file chooser, as one step; a listener for each one could come too late for it. */
export function pickDocuments(page: Page, tally: { step: () => void }): void {
  page.on('filechooser', async (chooser) => {
    tally.step()
    const buffer = await textPdf(['The document, downloaded from the court'])
    await chooser.setFiles({ name: 'document.pdf', mimeType: 'application/pdf', buffer })
  })
}

export const isFocusOn = (page: Page, name: RegExp) =>
  page.evaluate((source) => {
    const active = document.activeElement
    const label = active?.getAttribute('aria-label') ?? active?.textContent ?? ''
    return new RegExp(source).test(label)
  }, name.source)

/** Waits until the element with this label has focus. */
export function untilFocusOn(page: Page, name: RegExp): Promise<boolean> {
  return until(() => isFocusOn(page, name))
}

/** The row the keys act on. */
export function focusedRow(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-id') ?? '')
}
