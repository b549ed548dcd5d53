import { subjectAccess } from '@courtcrier/contract/access.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconFileStack, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { recordPagePath } from '../../resource/record-address.ts'
import { useRole } from '../../session/session-store.ts'
import { formatDate } from '../../ui/format-time.ts'
import { notify } from '../../ui/notices.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useAction } from '../../ui/use-action.ts'
import { CourtLink } from '../filed/CourtLink.tsx'
import { hasFile } from '../inbox/item/document-word.ts'
import header from '../inbox/item/ItemHeader.module.css'
import { useCourtNames } from '../inbox/use-courts.ts'
import { type FilingView, fetchCombined } from './filing-view.ts'
import classes from './notifications.module.css'

interface FilingHeaderProps {
  view: FilingView | undefined
  hasFailed: boolean
  isPage: boolean
  onClose: () => void
}

/** Shows what was filed, where and when, and the actions on it. */
export function FilingHeader({ view, hasFailed, isPage, onClose }: FilingHeaderProps) {
  const { t } = useTranslation()
  const title = view && (view.envelope.caseName || view.envelope.event || t('told.table.untitled'))
  const [label, Icon] = isPage ? [t('told.filing.back'), IconArrowLeft] : [t('told.filing.close'), IconX]
  const leave = (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClose}>
        <Icon size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <header className={header.header}>
      <div className={header.top}>
        {isPage && leave}
        {view?.envelope.event && <span>{view.envelope.event}</span>}
        {!isPage && <span className={header.window}>{leave}</span>}
      </div>
      <h2 className={header.title} tabIndex={-1} data-autofocus>
        <bdi>{title ?? t(hasFailed ? 'told.filing.failed' : 'told.filing.loading')}</bdi>
      </h2>
      {view && <Subtitle view={view} />}
      {view && <Actions view={view} />}
    </header>
  )
}

function Subtitle({ view: { envelope } }: { view: FilingView }) {
  const { t } = useTranslation()
  const court = useCourtNames([envelope.ecfxJurisdictionId])(envelope.ecfxJurisdictionId)
  const mayOpenCase = subjectAccess(courtCase.subject, useRole()) !== 'DENY'
  const { docketNumber, documentNumber: number, date, filedBy } = envelope
  const parts = [docketNumber, number && t('told.filing.number', { number })].filter(Boolean)
  const filed = [
    date && t('told.filing.filed', { date: formatDate(date) }),
    filedBy && t('told.filing.filedBy', { name: filedBy }),
  ]
  return (
    <>
      {(court || parts.length > 0) && (
        <p className={header.subtitle}>
          {court && <CourtLink id={envelope.ecfxJurisdictionId}>{court.citation}</CourtLink>}
          {court && parts.length > 0 && ' · '}
          {parts.join(' · ')}
        </p>
      )}
      <p className={classes.facts}>
        <span>{filed.filter(Boolean).join(' ')}</span>
        {envelope.caseId && mayOpenCase && (
          <Link to={recordPagePath(courtCase, envelope.caseId)}>{t('told.filing.case')}</Link>
        )}
      </p>
    </>
  )
}

function Actions({ view }: { view: FilingView }) {
  const { t } = useTranslation()
  const combine = useAction(async () => {
    const { name, content } = await fetchCombined(view.envelope.id)
    saveFile(name, { type: 'application/pdf', content })
    notify({ color: 'success', text: t('told.combine.done') })
  })
  const canCombine = view.documents.some((document) => hasFile(document) && !document.sealed)
  if (!canCombine) return null
  return (
    <>
      <div className={header.actions}>
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconFileStack size={16} aria-hidden />}
          loading={combine.isBusy}
          onClick={() => void combine.run()}
        >
          {t('told.combine.button')}
        </Button>
      </div>
      {combine.failure && (
        <p role="alert" className={header.refused}>
          {combine.failure.message}
        </p>
      )}
    </>
  )
}
