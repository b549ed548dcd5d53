import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../session/api.ts'
import { loadFirm } from '../../session/firm.ts'
import { FirmMark } from '../../shell/FirmMark.tsx'
import { notify } from '../../ui/notices.ts'
import classes from './firm.module.css'

/** Logos are PNG and smaller than this (specification, section 5). */
const mostBytes = 1_000_000

export function LogoField({ canChange }: { canChange: boolean }) {
  const { t } = useTranslation()
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const content = new Uint8Array(await file.arrayBuffer())
      await apiUpload('/api/v1/firm/logo.png', { type: 'image/png', content })
      await loadFirm()
    },
    onSuccess: () => notify({ color: 'success', text: 'firm.logoSaved' }),
    onError: (error) => notify({ color: 'error', text: error.message }),
  })
  const choose = (file: File | null) => {
    if (!file) return
    if (file.type === 'image/png' && file.size < mostBytes) upload.mutate(file)
    else notify({ color: 'error', text: 'firm.logoWrong' })
  }
  return (
    <div className={classes.logo}>
      <FirmMark size="large" />
      {canChange && (
        <FileButton accept="image/png" onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" loading={upload.isPending}>
              {t('firm.logoChoose')}
            </Button>
          )}
        </FileButton>
      )}
      <small>{t('firm.logoHelp')}</small>
    </div>
  )
}
