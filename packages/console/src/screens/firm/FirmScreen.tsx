import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../settings/text.ts'
import { useRole } from '../../session/session-store.ts'
import { ImportTokenField } from '../../transfer/ImportTokenField.tsx'
import { SettingField } from '../settings/SettingField.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { type FirmSettings, useFirmSettings } from '../settings/use-firm-settings.ts'
import { AccentPreview } from './AccentPreview.tsx'
import classes from './firm.module.css'
import { type FirmSection, firmSections } from './firm-sections.ts'
import { LogoField } from './LogoField.tsx'
import { SectionIndex } from './SectionIndex.tsx'

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
  const [colour, setColour] = useState<unknown>()
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(`firm.section.${id}`)}</h2>
      <p className={classes.about}>{t(`firm.about.${id}`)}</p>
      {parts?.before?.(settings)}
      <div className={classes.grid}>
        {keys.map((key) => (
          <SettingField
            key={key}
            settings={settings}
            fieldKey={key}
            {...(key === 'primaryColor' ? { onEdit: setColour } : {})}
          />
        ))}
      </div>
      {id === 'identity' && <AccentPreview colour={colour ?? settings.row?.primaryColor} />}
      {parts?.after?.(settings)}
    </section>
  )
}

/** What stands in a section beside its fields. */
const surroundings: Readonly<
  Record<string, { before?: (settings: FirmSettings) => ReactNode; after?: (settings: FirmSettings) => ReactNode }>
> = {
  identity: { before: (settings) => <LogoField canChange={settings.canWrite('name')} /> },
  mail: { after: () => <More to="/special-handling" text="firm.toSpecial" /> },
  import: { after: (settings) => <ImportTokenField canChange={settings.canWrite('name')} /> },
  storage: { after: () => <More to="/hierarchy" text="firm.toHierarchy" /> },
  security: { after: () => <More to="/ethical-walls" text="firm.toWalls" /> },
}

function More({ to, text }: { to: string; text: string }) {
  const { t } = useTranslation()
  return (
    <p className={classes.more}>
      <Link to={to}>{t(text)}</Link>
    </p>
  )
}
