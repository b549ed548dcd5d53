import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type AgentBench, hurried, keepAt, openAgentBench, untilThere } from '../testing/agent-bench.ts'
import { dmsStandIns } from '../testing/dms-stand-ins.ts'
import { agentKinds } from './entered-credential.ts'

interface Tried {
  /** The name of the file that a person uploaded. */
  fileName: string
  saved: string
  /** What is entered at the agent besides the stand-in's own settings. */
  entered?: Readonly<Record<string, string>>
}

/** By the type as it is typed at the agent. */
const tried: Readonly<Record<string, Tried>> = {
  webdav: { fileName: 'Order.pdf', saved: 'All/Motion.pdf' },
  // SharePoint rewrites it, so its bytes don't tell that it is ours.
  sharepoint: { fileName: 'Order.docx', saved: 'All/Motion.docx' },
  imanage: {
    ...{ fileName: 'Order.pdf', saved: 'Matters/Courtcrier/All/Motion.pdf' },
    // That folder of the workspace: without it, a path would begin with a workspace.
    entered: { folder_id: '100' },
  },
}

let bench: AgentBench
beforeEach(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench.close())

test('every type that an agent saves to is tried, a folder and SFTP elsewhere', () => {
  expect(['folder', 'sftp', ...Object.keys(tried)].toSorted()).toEqual(Object.keys(agentKinds).toSorted())
})

test.each(Object.entries(tried))(
  'an agent saves to %s; killed after that, before it said so, it leaves one file',
  async (type, { fileName, saved, entered }) => {
    const { kind = '', driver = null } = agentKinds[type] ?? {}
    const place = await dmsStandIns[driver ?? kind]?.({ firmFolder: '', matter: '' })
    if (!place) throw new Error(type)
    onTestFinished(async () => void (await place.close()))
    const agent = await bench.enroll('Office')
    const settings = { ...textsOf(place.settings), ...entered }
    const { pathname } = new URL(settings.base_url ?? '')
    const base_url = `http://127.0.0.1:${place.port}${pathname}`
    await keepAt(agent, { name: 'files', type, settings: { ...settings, base_url } })
    const died = agent.startMortal((call, work) => call === 'answer' && work?.operation === 'put')
    await untilThere(bench)
    const { id } = await bench.plantCopy(driver === null ? {} : { driver }, 'the motion', { kind, fileName })
    expect(await bench.save(id, hurried)).toMatchObject({ status: 'delayed', waits_for: 'retry' })
    await died
    agent.start()
    const path = saved.slice(saved.indexOf('All/'))
    expect(await bench.saveAtLast(id)).toMatchObject({ path, sentence: `Already in the DMS: ${path}` })
    expect((await place.files()).map((file) => file.path)).toEqual([saved])
  },
)

function textsOf(settings: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)]))
}
