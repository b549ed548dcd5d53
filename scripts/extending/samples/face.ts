import type { Sample } from '../sample.ts'

export const faceSample: Sample = {
  row: 'whatever else the console shows of one resource: a place in the navigation, a drawer, a page, a cell, an input, a panel, a dialog over its list',
  files: {
    'packages/console/src/screens/locations/NameCell.tsx': `import type { AnyRow } from '@courtcrier/contract/resource.ts'

/** The name as it is called out. */
export default function NameCell({ row }: { row: AnyRow }) {
  return <strong>{String(row.name ?? '')}</strong>
}
`,
    'packages/console/src/screens/locations/face.ts': `import { lazy } from '../../ui/lazy.ts'
import type { Face } from '../../resource/face.ts'

export const locationFace: Face = {
  resource: 'location',
  nav: { group: 'data', icon: 'IconBuildingCommunity' },
  cells: { name: lazy(() => import('./NameCell.tsx')) },
}
`,
  },
  edits: [
    {
      file: 'packages/console/src/screens/registry.ts',
      find: 'import { manualFace }',
      put: `import { locationFace } from './locations/face.ts'
import { manualFace }`,
    },
    {
      file: 'packages/console/src/screens/registry.ts',
      find: `  { resource: 'location', nav: { group: 'data', icon: 'IconBuildingCommunity' } },
`,
      put: `  locationFace,
`,
    },
  ],
  proofs: {
    'packages/server/src/face-sample.test.ts': `import { expect, test } from 'vitest'
import { faces } from '../../console/src/screens/registry.ts'

test('the table of the resource shows the cell', () => {
  const found = faces.filter(({ resource }) => resource === 'location')
  expect(found).toHaveLength(1)
  expect(Object.keys(found[0]?.cells ?? {})).toEqual(['name'])
})
`,
  },
}

export const cardSample: Sample = {
  row: 'a card of the dashboard',
  files: {
    'packages/console/src/screens/dashboard/CourtCard.tsx': `import type { Dashboard } from '@courtcrier/contract/calls/dashboard.ts'

/** The range that the dashboard is of. */
export function CourtCard({ dashboard }: { dashboard: Dashboard }) {
  return <output data-card="court">{dashboard.range}</output>
}
`,
  },
  edits: [
    {
      file: 'packages/console/src/screens/dashboard/DashboardScreen.tsx',
      find: "import classes from './dashboard.module.css'",
      put: `import { CourtCard } from './CourtCard.tsx'
import classes from './dashboard.module.css'`,
    },
    {
      file: 'packages/console/src/screens/dashboard/DashboardScreen.tsx',
      find: `          <Charts dashboard={dashboard} />
`,
      put: `          <Charts dashboard={dashboard} />
          <CourtCard dashboard={dashboard} />
`,
    },
  ],
  proofs: {
    'packages/console/src/screens/dashboard/card-sample.test.ts': `import type { Dashboard } from '@courtcrier/contract/calls/dashboard.ts'
import { expect, test } from 'vitest'
import { CourtCard } from './CourtCard.tsx'

test('it shows what the dashboard has', () => {
  const card = CourtCard({ dashboard: { range: 'today' } as Dashboard })
  expect(card.props).toMatchObject({ 'data-card': 'court', children: 'today' })
})
`,
  },
}
