import { expect, type Page } from '@playwright/test'

/** Goes to an address within the console as a link does, without loading the console again. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Opens a page of the settings by its link, so that Back stays within the console. */
export async function openSettings(page: Page, url: string, name: RegExp): Promise<void> {
  if (page.url() !== `${url}/settings`) await page.goto(`${url}/settings`)
  await page.getByRole('main').getByRole('link', { name }).click()
}

/** Tries everything that closes a dialog without its buttons, and waits until the Back button was taken back. */
export async function tryToLeave(page: Page): Promise<void> {
  const address = page.url()
  const leave = async () => {
    await page.keyboard.press('Escape')
    await page.mouse.click(4, 4)
    await page.evaluate(goBackAndReturn)
  }
  // The first of these says it, once for all of them, and for five seconds only.
  await Promise.all([page.getByText(/^Not closed, so that the secret/).waitFor(), leave()])
  expect(page.url()).toBe(address)
}

/** Runs in the page: goes back, and waits until the page has gone forward again. */
function goBackAndReturn(): Promise<void> {
  return new Promise((resolve) => {
    let moves = 0
    addEventListener('popstate', () => {
      moves += 1
      if (moves === 2) resolve()
    })
    history.back()
  })
}

/** Lets the server answer a call, but the page gets the answer only when it is released. */
export async function holdAnswer(page: Page, address: string) {
  const sent = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(
    address,
    async (route) => {
      const response = await route.fetch()
      sent.resolve()
      await released.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  return { isSent: sent.promise, release: released.resolve }
}
