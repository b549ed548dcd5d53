import { readSpecialHandling } from '@courtcrier/contract/calls/console.ts'
import { seesWay, sightOf, waysOfCaught } from '@courtcrier/contract/ways.ts'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../settings/text.ts'
import { ask } from '../../session/ask.ts'
import { useRole } from '../../session/session-store.ts'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { useFirmSettings } from '../settings/use-firm-settings.ts'
import { ExceptionItem } from './ExceptionItem.tsx'
import { exceptions } from './exceptions.ts'
import classes from './special-handling.module.css'

/**
 * Shows everything that makes notices skip the usual processing, on one page: its effect, what it caught, and how to
 * change it.
 */
export default function SpecialHandlingScreen() {
  const { t } = useTranslation()
  const settings = useFirmSettings()
  const [sought, setSought] = useState('')
  const { data } = useCaught()
  return (
    <SettingsPage title={t('nav.specialHandling')} lead={t('special.lead')} settings={settings}>
      <TextInput
        type="search"
        className={classes.search}
        aria-label={t('special.search')}
        placeholder={t('special.search')}
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
      />
      <ul className={classes.list}>
        {exceptions.map((exception) => (
          <ExceptionItem
            key={exception.id}
            exception={exception}
            settings={settings}
            sought={sought}
            caught={exception.caught && data?.caught[exception.caught]}
            rules={data?.rules.filter(({ kind }) => kind === exception.caught) ?? []}
          />
        ))}
      </ul>
      <p className={classes.none}>{t('special.noneFits')}</p>
    </SettingsPage>
  )
}

function useCaught() {
  const maySee = seesWay(sightOf(useRole()), waysOfCaught)
  return useQuery({
    queryKey: ['inbox_item', 'caught'],
    queryFn: ({ signal }) => ask(readSpecialHandling, {}, { signal }),
    enabled: maySee,
  })
}
