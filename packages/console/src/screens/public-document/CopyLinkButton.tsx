import { makePublicLink } from '@courtcrier/contract/calls/public-links.ts'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { i18next } from '../../i18n/i18n.ts'
import { ask } from '../../session/ask.ts'
import { useFirm } from '../../session/firm.ts'
import { notifyFailure } from '../../session/notify-failure.ts'
import { copyToClipboard } from '../../ui/copy-text.ts'
import { formatDay } from '../../ui/format-time.ts'
import { notify } from '../../ui/notices.ts'
import { useAction } from '../../ui/use-action.ts'
import './copy-link-text.ts'

interface CopyLinkButtonProps {
  document: { id: string; title?: string; sealed?: boolean | null }
}

/** Copies a link that shows the document without a login; only if the firm allows it, and never to a sealed one. */
export function CopyLinkButton({ document: { id, title = '', sealed } }: CopyLinkButtonProps) {
  const { t } = useTranslation()
  const { publicDocumentAccess } = useFirm()
  const copying = useAction(() => copyLink(id))
  if (!publicDocumentAccess || sealed) return null
  return (
    <Tooltip label={t('copyLink.help')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('copyLink.label', { title })}
        loading={copying.isBusy}
        onClick={() => void copying.run()}
      >
        <IconLink size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

async function copyLink(id: string): Promise<void> {
  try {
    const { path, expires_at: until } = await ask(makePublicLink, { id })
    await offer(window.location.origin + path, formatDay(until))
  } catch (failure) {
    notifyFailure(failure)
  }
}

/** Copies the link. Some browsers allow that only immediately or not at all; then the link itself is shown. */
async function offer(link: string, day: string): Promise<void> {
  if (await copyToClipboard(link)) notify({ color: 'success', text: i18next.t('copyLink.done', { day }) })
  else notify({ color: 'info', text: link })
}
