import type { Resource } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { noticeFormat } from '@courtcrier/contract/resources/notice-format.ts'
import { userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import newest, { hasOlder } from 'virtual:changelog/newest'
import { pageLabel } from '../../i18n/labels.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import classes from './about.module.css'
import { type Block, type Piece, parseNotes } from './parse-notes.ts'

/** The changes from the changelog in this build, by release, the older ones once they are asked for. */
export default function ReleaseList() {
  const { t } = useTranslation()
  const [isAll, setIsAll] = useState(false)
  const older = useQuery({
    queryKey: ['changelog', 'older'],
    queryFn: async () => (await import('virtual:changelog/older')).default,
    enabled: isAll,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const releases = useMemo(() => parseNotes(newest + (older.data ?? '')), [older.data])
  if (releases.length === 0) return <EmptyState title={t('releases.none')} />
  return (
    <>
      <p className={classes.lead}>{t('releases.lead')}</p>
      {releases.map(({ title, blocks }) => (
        <section key={title} className={classes.section}>
          <h2>{title}</h2>
          {blocks.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the notes are the build's and never change
            <ShownBlock key={index} block={block} />
          ))}
        </section>
      ))}
      {older.error && <ErrorState error={older.error} retry={() => void older.refetch()} />}
      {hasOlder && older.data === undefined && !older.error && (
        <Button variant="default" loading={isAll} onClick={() => setIsAll(true)}>
          {t('releases.older')}
        </Button>
      )}
    </>
  )
}

function ShownBlock({ block }: { block: Block }) {
  if (block.kind === 'heading') return <h3>{block.text}</h3>
  if (block.kind === 'paragraph') return <p>{shown(block.pieces)}</p>
  return (
    <ul className={classes.lines}>
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the notes are the build's and never change
        <li key={index}>{shown(item)}</li>
      ))}
    </ul>
  )
}

/** The screen described by a page of the documentation. */
const screenOf: Readonly<Record<string, { to: string; titleKey?: string; resource?: Resource }>> = {
  'docs/settings.md': { to: '/firm-information', titleKey: 'nav.firm' },
  'docs/roles.md': { to: userSecurityRole.route, resource: userSecurityRole },
  'docs/tables.md': { to: courtCase.route, resource: courtCase },
  'docs/import-export.md': { to: '/exports', titleKey: 'exports.route' },
  'docs/notice-formats.md': { to: noticeFormat.route, resource: noticeFormat },
  'docs/notices.md': { to: '/inbox-items', titleKey: 'nav.inbox' },
}

function shown(pieces: readonly Piece[]): ReactNode[] {
  return pieces.map((piece, index) => {
    const key = `${index} ${piece.text}`
    if (piece.kind === 'code') return <code key={key}>{piece.text}</code>
    if (piece.kind === 'strong') return <strong key={key}>{piece.text}</strong>
    const screen = piece.kind === 'link' ? screenOf[piece.to] : undefined
    const to = screen?.to ?? (piece.kind === 'link' ? ownPath(piece.to) : undefined)
    // Files of the repository aren't on this server, so a link to one becomes text.
    if (!to) return piece.text
    return (
      <Link key={key} to={to}>
        {screen ? pageLabel(screen) : piece.text}
      </Link>
    )
  })
}

function ownPath(to: string): string | undefined {
  return /^\/(?![/\\])/.test(to) ? to : undefined
}
