import { openFakeBox } from '@courtcrier/connectors/box/fake-box.ts'
import { openFakeClio } from '@courtcrier/connectors/clio/fake-clio.ts'
import { openFakeImanage } from '@courtcrier/connectors/imanage/fake-imanage.ts'
import type { FakeHandler } from '@courtcrier/connectors/testing/fake-service.ts'
import type { FakeEntry, FakeTree } from '@courtcrier/connectors/testing/fake-tree.ts'

/** A service of the demo in which documents are saved: a fake, with its folders and files. */
export interface DmsService {
  /** In addresses. */
  key: string
  /** What people call it. */
  title: string
  /** Which documents are saved there. */
  about: string
  /** The names under which it is called. */
  hosts: RegExp
  tree: FakeTree
  answer: FakeHandler
  /** What it keeps with a document besides the bytes. */
  propertiesOf: (entry: FakeEntry) => readonly (readonly [name: string, value: string])[]
  /** Whether a matter has a folder of its own there that Courtcrier never creates. */
  hasMatter: (matter: DmsMatter) => boolean
}

export interface DmsMatter {
  number: string
  client: string
  practice: string | null
}

/** How Courtcrier signs in to each of them; they accept nothing else. */
export const dmsAccounts = {
  box: { clientId: 'courtcrier-demo', clientSecret: 'not-a-real-secret', enterpriseId: '48151623' },
  clio: { clientId: 'courtcrier-demo', clientSecret: 'not-a-real-secret', refreshToken: 'not-a-real-token' },
  imanage: {
    ...{ username: 'courtcrier', password: 'not-a-real-password' },
    ...{ clientId: 'courtcrier-demo', clientSecret: 'not-a-real-secret' },
  },
} as const

/** The folder of the shared Box, the library of iManage, and the customer's number there. */
export const dmsPlaces = { boxFolder: '777', library: 'ACTIVE', customer: 516 } as const

/** Whose documents are saved where; everything else is saved on this server. */
export const dmsOf = { imanageClient: '10246', boxMatter: '10240-0003', clioPractice: 'BKR' } as const

/** The classes and subclasses of the library. */
const classes = { COURT: ['NOTICE', 'ORDER', 'PLEADING'], CORR: ['LETTER'], DISC: ['REQUEST', 'RESPONSE'] }

export function openDmsServices(): readonly DmsService[] {
  const imanage = openFakeImanage({ ...dmsAccounts.imanage, library: dmsPlaces.library })
  imanage.state.customer = dmsPlaces.customer
  imanage.state.classes = classes
  for (const { id } of imanage.tree.children(imanage.tree.root.id)) imanage.tree.remove(id)
  const box = openFakeBox(dmsAccounts.box)
  const clio = openFakeClio(dmsAccounts.clio)
  return [
    {
      ...{ key: 'imanage', title: 'iManage Work', about: 'Halcyon Biologics, in the workspace of each matter' },
      ...{ hosts: /^(?:[\w-]+\.)?cloudimanage\.com$/, tree: imanage.tree, answer: imanage.answer },
      propertiesOf: (entry) => textsOf(imanage.profiles.get(entry.id)),
      hasMatter: ({ client }) => client === dmsOf.imanageClient,
    },
    {
      ...{
        key: 'box',
        title: 'Box',
        about: "Tidewater's coverage disputes in New York, in a folder shared with the client",
      },
      ...{ hosts: /^[\w-]+\.box\.com$/, tree: box.tree, answer: box.answer },
      propertiesOf: () => [],
      hasMatter: () => false,
    },
    {
      ...{ key: 'clio', title: 'Clio Manage', about: 'Bankruptcy and Restructuring, in the matter' },
      ...{ hosts: /^(?:[\w-]+\.)*app\.clio\.com$/, tree: clio.tree, answer: clio.answer },
      propertiesOf: ({ facts }) =>
        ((facts.properties ?? []) as { name: string; value: string }[]).map(({ name, value }) => [name, value]),
      hasMatter: ({ practice }) => practice === dmsOf.clioPractice,
    },
  ]
}

function textsOf(fields: Readonly<Record<string, unknown>> = {}): [string, string][] {
  return Object.entries(fields).map(([name, value]) => [name, String(value)])
}
