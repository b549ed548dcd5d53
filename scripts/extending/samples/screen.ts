import type { Sample } from '../sample.ts'

const screens = 'packages/console/src/screens'

export const screenSample: Sample = {
  row: 'a screen of its own',
  files: {
    [`${screens}/sample/SampleScreen.tsx`]: `import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/PageHeader.tsx'

export default function SampleScreen() {
  const { t } = useTranslation()
  return <PageHeader title={t('nav.sample')} />
}
`,
    [`${screens}/sample/face.ts`]: `import type { Face } from '../../resource/face.ts'

export const sampleFace: Face = {
  screen: {
    route: '/sample',
    accessKey: 'judgeAccess',
    titleKey: 'nav.sample',
    load: () => import('./SampleScreen.tsx'),
  },
  nav: { group: 'data', icon: 'IconScale' },
}
`,
  },
  edits: [
    {
      file: `${screens}/registry.ts`,
      after: "from './roles/face.ts'",
      insert: "import { sampleFace } from './sample/face.ts'",
    },
    { file: `${screens}/registry.ts`, after: '  timekeeperGroupFace,', insert: '  sampleFace,' },
    {
      file: 'packages/console/src/i18n/en-US/main.json',
      after: '    "slow": "Slow calls",',
      insert: '    "sample": "A sample",',
    },
  ],
  proofs: {
    'packages/console/src/shell/screen-sample.test.ts': `import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { expect, test } from 'vitest'
import texts from '../i18n/en-US/main.json' with { type: 'json' }
import { faces } from '../screens/registry.ts'
import { navigationOf } from './nav-plan.ts'

test('the screen has its entry in the navigation, its title and its component', async () => {
  const roles = systemRoles.map((role) => ({ id: '', ...role }))
  const administrator = roles.find(({ name }) => name === 'Administrator')
  if (!administrator) throw new Error('there is no administrator')
  const entries = navigationOf(faces, administrator).flatMap((section) => section.entries)
  expect(entries.filter(({ route }) => route === '/sample')).toMatchObject([{ titleKey: 'nav.sample' }])
  expect(texts.nav.sample).toBe('A sample')
  const face = faces.find(({ screen }) => screen?.route === '/sample')
  expect(await face?.screen?.load()).toHaveProperty('default')
})
`,
  },
  holds: ['scripts/registries.test.ts', `${screens}/registry.test.ts`],
}
