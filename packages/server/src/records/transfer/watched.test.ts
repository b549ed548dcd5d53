import { expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { openTestServices } from '../../testing/services.ts'
import { CalledOff, callOffAll, runWatched } from './watched.ts'

test('a task taken after all were called off is not begun either, but those of another queue are', async () => {
  const [{ services, close }, other] = [await openTestServices(), await openTestServices()]
  const begun: string[] = []
  const run = (on: typeof services, name: string) => {
    const owner = { firmId: 1, userId: undefined }
    const change = { firmId: 1, entity: 'import_run', ids: [] }
    const watched = { owner, id: newId(), change, note: async () => undefined, refusal: async () => undefined }
    return runWatched(on, watched, async () => begun.push(name))
  }
  callOffAll(services.jobs)
  await expect(run(services, 'of a queue that stops')).rejects.toEqual(new CalledOff('stopping'))
  await run(other.services, 'of another')
  expect(begun).toEqual(['of another'])
  await close()
  await other.close()
})
