import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import type { Hex } from '@courtcrier/contract/theme/contrast.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../../ui/lazy.ts'
import '../settings/text.ts'
import './text.ts'
import { fieldLabel } from '../../i18n/labels.ts'
import { useRole } from '../../session/session-store.ts'
import { useNavEntries } from '../../shell/nav-plan.ts'
import { WhenSeen } from '../../ui/WhenSeen.tsx'
import { SettingField } from '../settings/SettingField.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { type FirmSettings, useFirmSettings } from '../settings/use-firm-settings.ts'
import { AccentPreview } from './AccentPreview.tsx'
import classes from './firm.module.css'
import { type FirmSection, firmSections } from './firm-sections.ts'
import { LogoField } from './LogoField.tsx'
import { LookSettings } from './LookSettings.tsx'

// Loaded late: far down the page, and with its own dialogs.
const MailDomains = lazy(() => import('./MailDomains.tsx'))
const Agents = lazy(() => import('../agents/Agents.tsx'))
const WallsSwitch = lazy(() => import('./WallsSwitch.tsx'))
const ImportTokenField = lazy(() => import('../../resource/transfer/ImportTokenField.tsx'))

/** Shows the firm's settings in sections, each saved as it is changed. */
export default function FirmScreen() {
  const { t } = useTranslation()
  const role = useRole()
  const settings = useFirmSettings()
  const shown = firmSections.filter(({ keys }) => keys.some((key) => fieldAccess(firm, key, role) !== 'DENY'))
  return (
    <SettingsPage title={t('nav.firm')} lead={t('firm.lead')} settings={settings}>
      <div className={classes.columns}>
        <SectionIndex ids={shown.map(({ id }) => id)} />
        <div>
          {shown.map((section) => (
            <Section key={section.id} section={section} settings={settings} />
          ))}
        </div>
      </div>
    </SettingsPage>
  )
}

function Section({ section: { id, keys }, settings }: { section: FirmSection; settings: FirmSettings }) {
  const { t } = useTranslation()
  const parts = surroundings[id]
  const colors = useColors(settings)
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(`firm.section.${id}`)}</h2>
      <p className={classes.about}>{t(`firm.about.${id}`)}</p>
      {parts?.before?.(settings)}
      <div className={classes.grid}>
        {keys.map((key) => (
          <SettingField key={key} settings={settings} fieldKey={key} {...colors.editing(key)} />
        ))}
      </div>
      {keys.filter(isColor).map((key) => (
        <AccentPreview key={key} label={fieldLabel(firm, key)} {...colors.preview(key)} />
      ))}
      {parts?.after?.(settings)}
    </section>
  )
}

function isColor(key: string): boolean {
  return firm.fields[key]?.kind === 'color'
}

/** Manages the typed colors before they are saved, and a replacement for one. */
function useColors(settings: FirmSettings) {
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({})
  const put = (key: string, value: unknown) => setTyped((known) => ({ ...known, [key]: value }))
  const { intended } = settings
  // The stored value is newer than the typed one, even after an undo or a change in another window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the stored value matters
  useEffect(() => setTyped({}), [intended('primaryColor'), intended('secondaryColor')])
  return {
    editing: (key: string) => (isColor(key) ? { onEdit: (value: unknown) => put(key, value) } : {}),
    preview: (key: string) => ({
      color: Object.hasOwn(typed, key) ? typed[key] : intended(key),
      onTake: settings.canWrite(key) ? (color: Hex) => settings.save(key, color) : undefined,
    }),
  }
}

/** Content of a section besides its fields. */
const surroundings: Readonly<
  Record<string, { before?: (settings: FirmSettings) => ReactNode; after?: (settings: FirmSettings) => ReactNode }>
> = {
  identity: {
    before: (settings) => <LogoField canChange={settings.canWrite('name')} />,
    after: (settings) => <LookSettings settings={settings} />,
  },
  mail: {
    after: (settings) => (
      <>
        <WhenSeen>
          <MailDomains canChange={settings.canWrite('incomingEmailAddresses')} />
        </WhenSeen>
        <More to="/special-handling" text="firm.toSpecial" />
      </>
    ),
  },
  import: {
    after: (settings) => (
      <>
        <WhenSeen>
          <ImportTokenField canChange={settings.canWrite('name')} />
        </WhenSeen>
        <More to="/api-keys" text="firm.toKeys" />
      </>
    ),
  },
  storage: {
    after: () => (
      <>
        <WhenSeen>
          <Agents />
        </WhenSeen>
        <More to="/hierarchy" text="firm.toHierarchy" />
      </>
    ),
  },
  security: {
    after: () => (
      <>
        <WhenSeen>
          <WallsSwitch />
        </WhenSeen>
        <More to="/ethical-walls" text="firm.toWalls" />
      </>
    ),
  },
}

function More({ to, text }: { to: string; text: string }) {
  const { t } = useTranslation()
  const isListed = useNavEntries().some(({ route }) => route === to)
  if (!isListed) return null
  return (
    <p className={classes.more}>
      <Link to={to}>{t(text)}</Link>
    </p>
  )
}

/** Lists the sections of the page and marks the one being read. */
function SectionIndex({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const current = useCurrent(ids)
  return (
    <nav className={classes.index} aria-label={t('firm.sections')}>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {t(`firm.section.${id}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the first section that extends into the upper part of the window. */
function useCurrent(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0])
  const names = ids.join(' ')
  useEffect(() => {
    const inSight = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) inSight.add(target.id)
          else inSight.delete(target.id)
        const first = names.split(' ').find((id) => inSight.has(id))
        if (first) setCurrent(first)
      },
      { rootMargin: '-80px 0px -55% 0px' },
    )
    for (const id of names.split(' ')) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [names])
  return current
}
