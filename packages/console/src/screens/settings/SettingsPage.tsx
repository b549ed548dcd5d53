import type { ReactNode } from 'react'
import { LeaveGuard } from '../../resource/LeaveGuard.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingPage } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import classes from './settings.module.css'
import type { FirmSettings } from './use-firm-settings.ts'

interface SettingsPageProps {
  title: string
  /** The purpose of the page, in a sentence. */
  lead: string
  settings?: FirmSettings
  actions?: ReactNode
  children: ReactNode
}

/** Shows the frame of a settings page: title, purpose, and its content once the firm is loaded. */
export function SettingsPage({ title, lead, settings, actions, children }: SettingsPageProps) {
  const error = settings?.row ? null : settings?.error
  const isReady = !settings || settings.row !== undefined
  return (
    <div className={classes.page}>
      <PageHeader title={title} actions={actions} />
      <p className={classes.lead}>{lead}</p>
      {error && <ErrorState error={error} retry={settings?.retry ?? (() => {})} />}
      {!error && !isReady && <LoadingPage />}
      {!error && isReady && <div className={classes.body}>{children}</div>}
      {settings && <LeaveGuard isDirty={() => settings.hasUnsaved} isLeaving={() => false} isOnPage />}
    </div>
  )
}
