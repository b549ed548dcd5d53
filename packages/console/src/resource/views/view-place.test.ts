import { client } from '@courtcrier/contract/resources/client.ts'
import type { SavedView } from '@courtcrier/contract/resources/saved-view.ts'
import { roleOf } from '@courtcrier/contract/testing/arbitrary-role.ts'
import { describe, expect, test } from 'vitest'
import { parseSearch, type SearchParams } from '../../ui/search-params.ts'
import { readLayout } from '../table-layout.ts'
import { readTableState } from '../table-state.ts'
import {
  addressOf,
  firstViewOf,
  isAwaitingViews,
  isLayoutChanged,
  isStateChanged,
  keptLayout,
  savedParts,
  viewPlaceOf,
} from './view-place.ts'
import { groupViews, mayChangeView } from './view-rights.ts'

const role = { ...roleOf('FULL'), id: 'docketing' }
const scope = { resource: client, role }

function view(part: Partial<SavedView>): SavedView {
  return {
    id: 'v1',
    createdAt: '',
    updatedAt: '',
    name: 'A view',
    entity: 'client',
    state: 'f.status=Pending&sort=-number',
    layout: null,
    audience: 'self',
    roleId: null,
    ownerId: 'me',
    isDefault: false,
    ...part,
  }
}

const stateOf = (params: SearchParams) => readTableState(params, scope)

/** Returns the view an address leads to, and the address of that view. */
function thereAndBack(address: string, views: readonly SavedView[]) {
  const place = viewPlaceOf(parseSearch(address), views, role)
  const state = stateOf(place.params)
  return { place, state, address: addressOf(state, { ...scope, view: place.view, views }) }
}

describe('an address', () => {
  const pending = view({})

  test('with only a view shows it as saved', () => {
    const { place, state, address } = thereAndBack('viewId=v1', [pending])
    expect(place.view).toBe(pending)
    expect(state.filters).toEqual([{ field: 'status', in: ['Pending'] }])
    expect(state.sort).toEqual([{ field: 'number', isDescending: true }])
    expect(address).toEqual({ viewId: 'v1' })
  })

  test('keeps the page, the size and the open record next to a view', () => {
    const { state, address } = thereAndBack('viewId=v1&page=3&size=100&id=r1', [pending])
    expect([state.page, state.size, state.filters.length]).toEqual([2, 100, 1])
    expect(address).toEqual({ viewId: 'v1', page: '3', size: '100' })
  })

  test('has all changes next to the view', () => {
    const state = { ...stateOf(parseSearch('f.status=Closed')), freeText: 'acme' }
    const address = addressOf(state, { ...scope, view: pending, views: [pending] })
    expect(address).toEqual({ viewId: 'v1', q: 'acme', 'f.status': ['Closed'] })
    const again = viewPlaceOf(address, [pending], role)
    expect([again.view, stateOf(again.params)]).toEqual([pending, state])
    expect(isStateChanged(state, pending, scope)).toBe(true)
  })

  test('says so when all filters of a view were removed', () => {
    const address = addressOf(stateOf({}), { ...scope, view: pending, views: [pending] })
    expect(address).toEqual({ viewId: 'v1', view: 'all' })
    expect(stateOf(viewPlaceOf(address, [pending], role).params).filters).toEqual([])
  })

  test('of a missing view shows the plain table, and says that it is missing', () => {
    expect(viewPlaceOf({ viewId: 'gone' }, [pending], role)).toEqual({ view: undefined, params: {}, isMissing: true })
    expect(viewPlaceOf({ viewId: 'gone' }, undefined, role).isMissing).toBe(false)
  })

  test('waits for the views only when it has no state', () => {
    const waits = (text: string) => isAwaitingViews(parseSearch(text), undefined)
    expect([waits(''), waits('viewId=v1&page=2'), waits('viewId=v1&q=a'), waits('view=all')]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(isAwaitingViews({}, [])).toBe(false)
  })
})

describe('the default view', () => {
  const own = view({ id: 'own', isDefault: true })
  const ofRole = view({ id: 'role', audience: 'role', roleId: 'docketing', isDefault: true })
  const ofOthers = view({ id: 'others', audience: 'role', roleId: 'managers', isDefault: true })
  const ofFirm = view({ id: 'firm', audience: 'firm', isDefault: true })

  test("is the user's own before the role's before the firm's, and never another role's", () => {
    expect(firstViewOf([ofFirm, ofRole, own, ofOthers], role)?.id).toBe('own')
    expect(firstViewOf([ofFirm, ofRole, ofOthers], role)?.id).toBe('role')
    expect(firstViewOf([ofFirm, ofOthers], role)?.id).toBe('firm')
    expect(firstViewOf([ofOthers, view({})], role)).toBeUndefined()
  })

  test('opens for an empty address, and not for one with a state', () => {
    expect(viewPlaceOf({}, [own], role).view).toBe(own)
    expect(viewPlaceOf({ page: '2' }, [own], role).view).toBe(own)
    for (const text of ['view=all', 'q=acme']) expect(viewPlaceOf(parseSearch(text), [own], role).view).toBeUndefined()
  })

  test('does not return when the plain table was chosen', () => {
    expect(addressOf(stateOf({}), { ...scope, view: undefined, views: [own] })).toEqual({ view: 'all' })
    expect(addressOf(stateOf({}), { ...scope, view: undefined, views: [ofOthers] })).toEqual({})
  })
})

describe('a change', () => {
  test('is not one if only the order of filters or of their values differs', () => {
    const saved = view({ state: 'f.status=Pending&f.status=Closed&f.name=~a' })
    expect(isStateChanged(stateOf(parseSearch('f.name=~a&f.status=Closed&f.status=Pending')), saved, scope)).toBe(false)
    expect(isStateChanged(stateOf(parseSearch('f.name=~a&f.status=Closed')), saved, scope)).toBe(true)
  })

  test('is not one if the role does not see a part of the view', () => {
    const grants = { client: { access: 'READ' as const, fields: { status: 'DENY' as const } } }
    const blind = { resource: client, role: { ...role, grants } }
    const place = viewPlaceOf({ viewId: 'v1' }, [view({})], blind.role)
    const state = readTableState(place.params, blind)
    expect([state.filters, isStateChanged(state, view({}), blind)]).toEqual([[], false])
  })

  test('of the layout counts, but not another order of widths', () => {
    const saved = view({
      layout: '{"columns":["name","number"],"widths":{"name":200,"number":90},"density":"compact"}',
    })
    const layout = readLayout(keptLayout(saved), scope)
    expect(layout.columns).toEqual(['name', 'number'])
    expect(isLayoutChanged({ ...layout, widths: { number: 90, name: 200 } }, saved, scope)).toBe(false)
    expect(isLayoutChanged({ ...layout, columns: ['number', 'name'] }, saved, scope)).toBe(true)
    expect(keptLayout(view({ layout: 'nonsense' }))).toBeNull()
  })

  test('is saved without the page and its size', () => {
    const state = stateOf(parseSearch('f.status=Closed&q=a&page=3&size=200&sort=status'))
    const layout = readLayout(null, scope)
    const parts = savedParts(state, layout, client)
    expect(parts.state).toBe('q=a&sort=status&f.status=Closed')
    expect(isStateChanged({ ...state, page: 0 }, view(parts), scope)).toBe(false)
    expect(isLayoutChanged(layout, view(parts), scope)).toBe(false)
  })
})

test('views are grouped by audience, and changed by those who manage them', () => {
  const views = [
    view({ id: 'firm', audience: 'firm' }),
    view({ id: 'own' }),
    view({ id: 'role', audience: 'role', roleId: 'docketing' }),
    view({ id: 'others', audience: 'role', roleId: 'managers' }),
  ]
  const ids = groupViews(views, role).map(([group, own]) => [group, own.map(({ id }) => id)])
  expect(ids).toEqual([
    ['mine', ['own']],
    ['role', ['role']],
    ['firm', ['firm']],
    ['otherRoles', ['others']],
  ])
  const denied = { ...role, grants: {} }
  expect(views.map((each) => mayChangeView(each, denied))).toEqual([false, true, false, false])
})
