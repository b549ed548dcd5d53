import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type FakeAnswer, type FakeRequest, jsonOf } from '../testing/fake-service.ts'
import type { FakeTree } from '../testing/fake-tree.ts'
import { type FakePage, fail } from './fake-answers.ts'

/** Time is that of a user. */
const itemForm = z.strictObject({
  BillingType: z.literal('Time'),
  UserID: z.int(),
  Rate: z.optional(z.number()),
  IsBillable: z.boolean(),
  IsChargeable: z.boolean(),
  Date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  Description: z.string().check(z.minLength(1), z.maxLength(4000)),
  Quantity: z.number(),
  BillingCodeOneKey: z.optional(z.string()),
  BillingCodeTwoKey: z.optional(z.string()),
})

const users = [
  {
    UserId: { Native: 501 },
    Username: 'mharlan',
    Email: 'harlan@firm.example',
    FirstName: 'Margaret',
    LastName: 'Harlan',
  },
  { UserId: { Native: 502 }, Username: 'plowe', Email: 'lowe@firm.example', FirstName: 'Peter', LastName: 'Lowe' },
]

const codeSets = [
  { name: 'Activities', codes: ['A101', 'A104'] },
  { name: 'Tasks', codes: ['L110', 'L120'] },
]

function availableCodes(): FakeAnswer {
  const sets = codeSets.map(({ name, codes }, position) => {
    const Id = randomUUID()
    const Codes = codes.map((Code, at) => ({ Id: randomUUID(), BillingCodeSetID: Id, Code, PositionInSet: at }))
    return { Id, Name: name, Position: position, IsRequired: false, AssignedToBillingTypes: ['Time'], Codes }
  })
  return { status: 200, json: sets }
}

interface Item extends z.output<typeof itemForm> {
  ID: string
  ProjectID: number
}

/** An item as lists have it. */
function listedItem({ BillingCodeOneKey: one, BillingCodeTwoKey: two, ...item }: Item): object {
  return {
    ...item,
    BillingCategory: 0,
    OrgID: 42,
    SyncNeeded: false,
    IsDraft: false,
    DateCreated: `${item.Date}T09:30:00Z`,
    CreatedByUserID: 77,
    ...(one === undefined ? {} : { BillingCodeOne: { ID: randomUUID(), Key: one } }),
    ...(two === undefined ? {} : { BillingCodeTwo: { ID: randomUUID(), Key: two } }),
  }
}

/** Billing items of a fake organization, with the users whose time they bill. */
export function openFakeBilling(tree: FakeTree) {
  const items: Item[] = []

  function called(request: FakeRequest, path: string, page: FakePage): FakeAnswer | undefined {
    const { method, query } = request
    if (method === 'GET' && path === '/Users') return page(usersBy(query))
    if (method === 'GET' && path === '/Billing/AvailableBillingCodes') return availableCodes()
    const [, listed] = /^\/billingitem\/projects\/(\d+)$/.exec(path) ?? []
    if (method === 'GET' && listed) return page(itemsOf(listed, query).map(listedItem))
    const [, project] = /^\/projects\/(\d+)\/BillingItem$/.exec(path) ?? []
    return method === 'POST' && project ? made(request, project) : undefined
  }

  function itemsOf(project: string, query: URLSearchParams) {
    return items.filter(({ ProjectID, Date: date }) => String(ProjectID) === project && isWithin(date, query))
  }

  function made(request: FakeRequest, project: string): FakeAnswer {
    const read = itemForm.safeParse(jsonOf(request))
    if (!read.success) return fail(400, read.error.message)
    if (!tree.find(project)) return fail(403, 'No such project')
    if (read.data.BillingCodeOneKey === 'unknown') return fail(400, 'No such billing code')
    const ID = randomUUID()
    items.push({ ...read.data, ID, ProjectID: Number(project) })
    return { status: 200, json: { BillingItemId: ID } }
  }

  return { called, items }
}

/** Without dates, the last 30 days count. */
function isWithin(date: string, query: URLSearchParams): boolean {
  const day = (ago: number) => new Date(Date.now() - ago * 24 * 60 * 60_000).toISOString().slice(0, 10)
  return date >= (query.get('startDate') ?? day(30)) && date <= (query.get('endDate') ?? day(0))
}

function usersBy(query: URLSearchParams): object[] {
  const [email, username, name] = ['email', 'username', 'name'].map((key) => query.get(key)?.toLowerCase())
  const found = users.filter(
    (user) =>
      user.Email === email ||
      user.Username === username ||
      (name !== undefined && `${user.FirstName} ${user.LastName}`.toLowerCase().includes(name)),
  )
  return found.map((User) => ({ OrgUserId: { Native: 9 }, User }))
}
