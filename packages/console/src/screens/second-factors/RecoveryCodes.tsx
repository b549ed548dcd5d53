import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { copyText } from '../../ui/copy-text.ts'
import { SteadyModal } from '../../ui/SteadyModal.tsx'
import { saveFile } from '../../ui/save-file.ts'
import classes from './factors.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/** Shows new recovery codes, this once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  const copy = async () => setCopied(await copyText(text))
  const save = () =>
    saveFile(t('factors.file'), { type: 'text/plain', content: Uint8Array.from(new TextEncoder().encode(text)) })
  return (
    <SteadyModal isHeld onClose={onDone} title={t('factors.recovery')}>
      <div className={classes.codes}>
        <p>{t('factors.recoveryAbout')}</p>
        <ul className={classes.list}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => void copy()}>
            {t(isCopied ? 'factors.copied' : 'factors.copy')}
          </Button>
          <Button variant="default" onClick={save}>
            {t('factors.download')}
          </Button>
          <Button onClick={onDone}>{t('factors.saved')}</Button>
        </div>
      </div>
    </SteadyModal>
  )
}
