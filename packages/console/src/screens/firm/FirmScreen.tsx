import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import type { Hex } from '@courtcrier/contract/theme/contrast.ts'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../settings/text.ts'
import './text.ts'
import { fieldLabel } from '../../resource/labels.ts'
import { useRole } from '../../session/session-store.ts'
import { WhenSeen } from '../../ui/WhenSeen.tsx'
import { SettingField } from '../settings/SettingField.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { type FirmSettings, useFirmSettings } from '../settings/use-firm-settings.ts'
import { AccentPreview } from './AccentPreview.tsx'
import classes from './firm.module.css'
import { type FirmSection, firmSections } from './firm-sections.ts'
import { LogoField } from './LogoField.tsx'
import { LookSettings } from './LookSettings.tsx'
import { SectionIndex } from './SectionIndex.tsx'

// Far down the page, and with dialogs of its own.
const MailDomains = lazy(() => import('./MailDomains.tsx'))
const WallsSwitch = lazy(() => import('./WallsSwitch.tsx'))
const ImportTokenField = lazy(() => import('../../transfer/ImportTokenField.tsx'))

/** The firm's own settings, in sections, each saved as it is changed. */
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
  const colours = useColours(settings)
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(`firm.section.${id}`)}</h2>
      <p className={classes.about}>{t(`firm.about.${id}`)}</p>
      {parts?.before?.(settings)}
      <div className={classes.grid}>
        {keys.map((key) => (
          <SettingField key={key} settings={settings} fieldKey={key} {...colours.editing(key)} />
        ))}
      </div>
      {keys.filter(isColour).map((key) => (
        <AccentPreview key={key} label={fieldLabel(firm, key)} {...colours.preview(key)} />
      ))}
      {parts?.after?.(settings)}
    </section>
  )
}

function isColour(key: string): boolean {
  return firm.fields[key]?.kind === 'colour'
}

/** The colours as they are typed, before they are saved, and another one taken in place of one. */
function useColours(settings: FirmSettings) {
  const [typed, setTyped] = useState<Readonly<Record<string, unknown>>>({})
  const put = (key: string, value: unknown) => setTyped((known) => ({ ...known, [key]: value }))
  const { intended } = settings
  // What is kept by now is the newest, also when it came by undo or from another window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is kept is a reason
  useEffect(() => setTyped({}), [intended('primaryColor'), intended('secondaryColor')])
  return {
    editing: (key: string) => (isColour(key) ? { onEdit: (value: unknown) => put(key, value) } : {}),
    preview: (key: string) => ({
      colour: Object.hasOwn(typed, key) ? typed[key] : intended(key),
      onTake: settings.canWrite(key) ? (colour: Hex) => settings.save(key, colour) : undefined,
    }),
  }
}

/** What stands in a section beside its fields. */
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
          <Suspense>
            <MailDomains canChange={settings.canWrite('incomingEmailAddresses')} />
          </Suspense>
        </WhenSeen>
        <More to="/special-handling" text="firm.toSpecial" />
      </>
    ),
  },
  import: {
    after: (settings) => (
      <WhenSeen>
        <Suspense>
          <ImportTokenField canChange={settings.canWrite('name')} />
        </Suspense>
      </WhenSeen>
    ),
  },
  storage: { after: () => <More to="/hierarchy" text="firm.toHierarchy" /> },
  security: {
    after: () => (
      <>
        <WhenSeen>
          <Suspense>
            <WallsSwitch />
          </Suspense>
        </WhenSeen>
        <More to="/ethical-walls" text="firm.toWalls" />
      </>
    ),
  },
}

function More({ to, text }: { to: string; text: string }) {
  const { t } = useTranslation()
  return (
    <p className={classes.more}>
      <Link to={to}>{t(text)}</Link>
    </p>
  )
}
