import { accessKeys, type Role, routeAccess } from '@courtcrier/contract/access.ts'
import type { DevAnswer } from '@courtcrier/contract/calls/console.ts'
import { readDev } from '@courtcrier/contract/calls/console.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { ask } from '../../session/ask.ts'
import { useRole } from '../../session/session-store.ts'
import { copyText } from '../../ui/copy-text.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { notify } from '../../ui/notices.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { AboutPages } from '../releases/AboutPages.tsx'
import classes from '../releases/about.module.css'
import { Browser, Database, Features, Permissions, Program, Queues } from './DevSections.tsx'

const refetchMs = 10_000

/** Shows version, database, queues, features and permissions, for troubleshooting. */
export default function DevScreen() {
  const { t } = useTranslation()
  const role = useRole()
  const { data, error, refetch } = useQuery({
    queryKey: ['dev'],
    queryFn: async ({ signal }) => ({
      answer: await ask(readDev, {}, { signal }),
      at: Date.now(),
    }),
    refetchInterval: refetchMs,
  })
  const copy = async () => {
    if (data && (await copyText(diagnosticOf(data.answer, role)))) notify({ color: 'success', text: 'dev.copied' })
  }
  const button = (
    <Button variant="default" onClick={() => void copy()}>
      {t('dev.copy')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav.dev')} actions={data && button}>
        <AboutPages />
      </PageHeader>
      <p className={classes.lead}>{t('dev.lead')}</p>
      {!data && error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {data && (
        <>
          <Program answer={data.answer} at={data.at} />
          <Database answer={data.answer} />
          <Queues answer={data.answer} />
          <Features answer={data.answer} />
        </>
      )}
      <Browser />
      <Permissions role={role} />
    </div>
  )
}

/** Returns the page as text for a report: no names of people, no tokens. */
function diagnosticOf(answer: DevAnswer, role: Role): string {
  const access = Object.fromEntries(accessKeys.map((key) => [key, routeAccess(key, role)]))
  return JSON.stringify({ ...answer, browser: navigator.userAgent, role: role.name, access }, null, 2)
}
