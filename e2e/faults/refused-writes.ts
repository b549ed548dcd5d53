import { expect } from 'vitest'

/** Why a database takes no writes, as monitoring and the log say it. */
export type Refusal = 'it is read-only' | 'its disk is full'

/** Expects that readiness and health say that the database takes no writes, and why. Returns what they say. */
export async function expectRefusalTold(url: string, why: Refusal): Promise<string> {
  const sentence = expect.stringMatching(new RegExp(`^The database has taken no writes for \\d+ s: ${why}\\.$`))
  const readiness = async (): Promise<[number, { problems?: readonly string[] }]> => {
    const ready = await fetch(`${url}/readyz`)
    return [ready.status, (await ready.json()) as { problems?: readonly string[] }]
  }
  // A full disk may also hold the folder of the documents, and then nothing may write to the database until it is asked.
  await expect.poll(readiness).toEqual([503, { ok: false, problems: expect.arrayContaining([sentence]) }])
  const [, { problems: ofReadiness }] = await readiness()
  const health = (await (await fetch(`${url}/healthz`)).json()) as { problems?: readonly string[] }
  expect(health).toMatchObject({ ok: false, problems: [sentence] })
  return `/readyz 503 ${JSON.stringify(ofReadiness)}, /healthz ok: false ${JSON.stringify(health.problems)}`
}

/** Expects that readiness says that documents find no room, and health that the database works. Returns what they say. */
export async function expectRoomMissed(url: string): Promise<string> {
  const sentence = expect.stringMatching(
    /^(?:Little room is left in .*; it is reserved for messages already received|The folder of the documents cannot be written)\.$/,
  )
  const ready = await fetch(`${url}/readyz`)
  const { ok, problems } = (await ready.json()) as { ok: boolean; problems: readonly string[] }
  expect([ready.status, ok, problems.length > 0]).toEqual([503, false, true])
  expect(problems).toEqual(problems.map(() => sentence))
  expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ ok: true })
  return `/readyz 503 ${JSON.stringify(problems)}, /healthz ok: true`
}

/**
 * Expects that the log says of each time the database took no writes that it began and that it ended, with the number of
 * everything that failed meanwhile, and nothing else of it. Returns how often that was.
 */
export function expectLoggedOnce(lines: readonly string[], why: Refusal): number {
  const said = lines.filter((line) => line.includes(why)).map((line) => JSON.parse(line))
  const began = expect.objectContaining({ msg: expect.stringMatching(/^The database takes no writes\. /) })
  const ended = expect.objectContaining({ msg: expect.stringMatching(/^The database takes writes again/) })
  expect(said).toEqual(said.map((_, line) => (line % 2 === 0 ? began : ended)))
  const ends = said.filter((_, line) => line % 2 === 1)
  expect(ends.length).toBe(said.length / 2)
  for (const { failures } of ends) expect(failures).toBeGreaterThan(0)
  for (const { msg, failures } of said) process.stdout.write(`  ${msg}${failures ? ` (${failures} failures)` : ''}\n`)
  return ends.length
}

/**
 * Expects that the log says of each time that files found no room that it began and that it ended, with the number of
 * everything that failed meanwhile, and nothing else of it. Returns how often that was.
 */
export function expectStorageLoggedOnce(lines: readonly string[]): number {
  const said = lines.filter((line) => /(?:no|little) room (?:is )?left/i.test(line)).map((line) => JSON.parse(line))
  const began = expect.objectContaining({ msg: expect.stringMatching(/^Files can't be stored\. /) })
  const ended = expect.objectContaining({ msg: expect.stringMatching(/^There is room for files again/) })
  expect(said).toEqual(said.map((_, line) => (line % 2 === 0 ? began : ended)))
  return said.length / 2
}
