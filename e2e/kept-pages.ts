import type { Browser } from '@playwright/test'
import { type OpenedPage, openPage, type PageOptions, usualSize } from './open-page.ts'

/** Pages that tests of a worker hand on: opening one, and loading the console into it, takes as long as a short test. */
export interface KeptPages {
  /** Returns a page in a browser where no one is signed in and nothing is stored: one that was put back, or a new one. */
  take: (options?: PageOptions) => Promise<OpenedPage>
  /** Ends what is left of a test, and keeps its page for the next one that asks for the same. */
  putBack: (opened: OpenedPage) => Promise<void>
}

/** Each costs memory. */
const mostIdle = 4

interface Kept {
  opened: OpenedPage
  options: PageOptions
  key: string
  /** The servers whose pages it has shown since it was taken. */
  origins: Set<string>
}

export function keepPages(browser: Browser): KeptPages {
  const taken = new Map<OpenedPage, Kept>()
  let idle: Kept[] = []
  return {
    take: async (options = {}) => {
      // Files that close all of a browser's pages close these, too.
      idle = idle.filter(({ opened }) => !opened.page.isClosed())
      const key = keyOf(options)
      const known = idle.find((kept) => kept.key === key)
      idle = idle.filter((kept) => kept !== known)
      const kept = known ?? (await open(browser, options, key))
      taken.set(kept.opened, kept)
      return kept.opened
    },
    putBack: async (opened) => {
      const kept = taken.get(opened)
      taken.delete(opened)
      const [origin, ...others] = kept?.origins ?? []
      const isReusable = origin && others.length === 0 && !kept?.options.isSingleUse && !opened.page.isClosed()
      if (!kept || !isReusable) return opened.context.close()
      await wipe(kept, origin)
      idle.push(kept)
      if (idle.length > mostIdle) await idle.shift()?.opened.context.close()
    },
  }
}

function keyOf({ provoked, ...options }: PageOptions): string {
  return JSON.stringify([Object.entries(options).toSorted(), String(provoked)])
}

async function open(browser: Browser, options: PageOptions, key: string): Promise<Kept> {
  const opened = await openPage(browser, options)
  const origins = new Set<string>()
  opened.page.on('framenavigated', (frame) => {
    if (frame === opened.page.mainFrame() && frame.url().startsWith('http')) origins.add(new URL(frame.url()).origin)
  })
  return { opened, options, key, origins }
}

/** What tests listen to; what `openPage` listens to stays. */
const heard = ['dialog', 'download', 'filechooser', 'popup', 'request', 'requestfinished', 'response'] as const

async function wipe({ opened: { context, page, problems }, options, origins }: Kept, origin: string): Promise<void> {
  const { width = usualSize.width, height = usualSize.height } = options
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const name of heard) page.removeAllListeners(name)
  // A small answer of the server: its storage can be reached, and nothing of the console is left to write to it.
  await page.goto(`${origin}/healthz`)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  await page.mouse.move(0, 0)
  await page.setViewportSize({ width, height })
  problems.length = 0
  origins.clear()
}
