import { type Demo, mostDemoNotices, readDemo, resetDemo, sendDemoNotices } from '@courtcrier/contract/calls/demo.ts'
import { Button, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { subjectAccess } from '@courtcrier/contract/access.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { i18next } from '../../i18n/i18n.ts'
import { ask } from '../../session/ask.ts'
import { setSession, useRole } from '../../session/session-store.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { notify } from '../../ui/notices.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AboutPages } from '../releases/AboutPages.tsx'
import classes from '../releases/about.module.css'

/** Shows the controls of a demo; on other servers, how to start one. */
export default function DemoScreen() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({ queryKey: ['demo'], queryFn: ({ signal }) => loadDemo(signal) })
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav.demo')}>
        <AboutPages />
      </PageHeader>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && data === undefined && <LoadingRows />}
      {data === null && <Elsewhere />}
      {data && <Inside demo={data} />}
    </div>
  )
}

/** Returns null if this isn't a demo. */
async function loadDemo(signal: AbortSignal): Promise<Demo | null> {
  return (await ask(readDemo, {}, { signal })) ?? null
}

const command = 'npm start'

function Elsewhere() {
  const { t } = useTranslation()
  const text = (
    <>
      {t('demoPage.elsewhere')} <code>{command}</code> {t('demoPage.elsewhereAfter')}
    </>
  )
  return <EmptyState title={t('demoPage.elsewhereTitle')} text={text} />
}

function Inside({ demo }: { demo: Demo }) {
  const { t } = useTranslation()
  const canChange = subjectAccess(firm.subject, useRole()) === 'FULL'
  return (
    <>
      <p className={classes.lead}>{t('demoPage.lead')}</p>
      {!demo.has_controls && <p className={classes.lead}>{t('demoPage.noControls')}</p>}
      {demo.has_controls && !canChange && <p className={classes.lead}>{t('demoPage.notAllowed')}</p>}
      {demo.has_controls && canChange && <SendNotices />}
      <Mail address={demo.mailbox_url} />
      {demo.dms_url && <SavedDocuments address={demo.dms_url} />}
      <People demo={demo} />
      {demo.has_controls && canChange && <Reset />}
    </>
  )
}

function SendNotices() {
  const { t } = useTranslation()
  const [count, setCount] = useState(3)
  const send = useAction(async () => {
    await ask(sendDemoNotices, { body: { count } })
    notify({ color: 'success', text: i18next.t('demoPage.sent', { count }) })
  })
  return (
    <Section id="demo-send" title={t('demoPage.send')} text={t('demoPage.sendText')}>
      <div className={classes.buttons}>
        <NumberInput
          label={t('demoPage.count')}
          min={1}
          max={mostDemoNotices}
          clampBehavior="strict"
          allowDecimal={false}
          w={150}
          value={count}
          error={send.failure?.message}
          onChange={(value) => setCount(Number(value) || 1)}
        />
        <Button loading={send.isBusy} onClick={() => void send.run()}>
          {t('demoPage.send')}
        </Button>
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/inbox-items" />}>
          {t('demoPage.toInbox')}
        </Button>
      </div>
    </Section>
  )
}

function Mail({ address }: { address: string | null }) {
  const { t } = useTranslation()
  return (
    <Section id="demo-mail" title={t('demoPage.mail')} text={t(address ? 'demoPage.mailText' : 'demoPage.noMail')}>
      {address && (
        <a href={address} target="_blank" rel="noopener">
          {t('demoPage.openMail')}
        </a>
      )}
    </Section>
  )
}

function SavedDocuments({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <Section id="demo-dms" title={t('demoPage.dms')} text={t('demoPage.dmsText')}>
      <a href={address} target="_blank" rel="noopener">
        {t('demoPage.openDms')}
      </a>
    </Section>
  )
}

function People({ demo }: { demo: Demo }) {
  const { t } = useTranslation()
  return (
    <Section id="demo-people" title={t('demoPage.people')}>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('demoPage.role')}</th>
              <th scope="col">{t('demoPage.person')}</th>
              <th scope="col">{t('demoPage.email')}</th>
              <th scope="col">{t('demoPage.password')}</th>
            </tr>
          </thead>
          <tbody>
            {demo.log_ins.map(({ role, name, title, email, password }) => (
              <tr key={email}>
                <th scope="row">{role}</th>
                <td>
                  {name}, {title}
                </td>
                <td>{email}</td>
                <td>
                  <code>{password}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

function Reset() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const reset = useAction(async () => {
    // Takes as long as the first start, and ends every session.
    await ask(resetDemo, {}, { isPatient: true })
    setSession(undefined)
    notify({ color: 'success', text: 'demoPage.resetDone' })
    await navigate({ to: '/login', search: {}, replace: true })
  })
  return (
    <Section id="demo-reset" title={t('demoPage.reset')} text={t('demoPage.resetText')}>
      {reset.failure && <p role="alert">{reset.failure.message}</p>}
      <Button color="red" variant="light" loading={reset.isBusy} onClick={() => setAsking(true)}>
        {t('demoPage.reset')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('demoPage.resetTitle')}
        text={t('demoPage.resetText')}
        confirm={t('demoPage.reset')}
        cancel={t('demoPage.resetKeep')}
        isBusy={reset.isBusy}
        onConfirm={() => void reset.run().then(() => setAsking(false))}
        onCancel={() => setAsking(false)}
      />
    </Section>
  )
}

function Section({ id, title, text, children }: { id: string; title: string; text?: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </section>
  )
}
