import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type AgentBench, keepAt, openAgentBench, untilThere } from '../testing/agent-bench.ts'
import { dmsStandIns } from '../testing/dms-stand-ins.ts'

/** What an agent saves to besides a folder (agent.test.ts) and SFTP (agent-sftp.test.ts). */
interface AgentKind {
  /** The type as it is typed at the agent. */
  type: string
  kind: string
  /** The name of its stand-in. */
  standIn: string
  /** What is entered at the agent instead of the stand-in's own. */
  entered?: Readonly<Record<string, string>>
  /** The name of the file that a person uploaded. */
  fileName: string
  saved: string
}

const kinds: readonly AgentKind[] = [
  {
    // SharePoint rewrites it, so its bytes don't tell that it is ours.
    ...{ type: 'sharepoint', kind: 'sharepoint_server_credential', standIn: 'sharepoint_server_credential' },
    ...{ fileName: 'Order.docx', saved: 'All/Motion.docx' },
  },
]

let bench: AgentBench
beforeEach(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench.close())

test.each(kinds)(
  'an agent saves to $standIn; killed after that, before it said so, it leaves one file',
  async ({ type, kind, standIn, entered, fileName, saved }) => {
    const place = await dmsStandIns[standIn]?.({ firmFolder: '', matter: '' })
    if (!place) throw new Error(standIn)
    onTestFinished(async () => void (await place.close()))
    const agent = await bench.enroll(type)
    const settings = { ...textsOf(place.settings), ...entered }
    const { pathname } = new URL(settings.base_url ?? '')
    const base_url = `http://127.0.0.1:${place.port}${pathname}`
    await keepAt(agent, { name: 'dms', type, settings: { ...settings, base_url } })
    const died = agent.startMortal((call, work) => call === 'answer' && work?.operation === 'put')
    await untilThere(bench, type)
    const driver = kind === 'generic_credential' ? { driver: standIn } : {}
    const credential = { ...driver, agent: type, agent_credential: 'dms' }
    const { id } = await bench.plantCopy(credential, 'the motion', { kind, fileName })
    expect(await bench.save(id)).toMatchObject({ status: 'delayed', waits_for: 'retry' })
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
