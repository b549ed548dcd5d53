import { subjectAccess } from '@courtcrier/contract/access.ts'
import type { CredentialKind } from '@courtcrier/contract/credential-kinds.ts'
import { findField } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { choiceLabel } from '../../i18n/labels.ts'
import { useRole } from '../../session/session-store.ts'
import { credentialCards } from './credential-cards.ts'
import classes from './dms.module.css'

interface KindDialogProps {
  onChoose: (kind: CredentialKind) => void
  onClose: () => void
}

/** Chooses the kind of credential to add: each with its purpose, and whether this version can save to it. */
export default function KindDialog({ onChoose, onClose }: KindDialogProps) {
  const { t } = useTranslation()
  const role = useRole()
  const field = findField(credential, 'kind')
  const cards = credentialCards.filter(({ kind }) => subjectAccess(getResource(kind).subject, role) === 'FULL')
  return (
    <Modal
      opened
      onClose={onClose}
      size={820}
      title={t('dms.choose')}
      closeButtonProps={{ 'aria-label': t('dms.close') }}
    >
      <ul className={classes.cards}>
        {cards.map(({ kind, hasConnector }) => (
          <li key={kind}>
            <button type="button" className={classes.card} onClick={() => onChoose(kind)}>
              <b>{field ? choiceLabel(field, kind) : kind}</b>
              <span>{t(`dms.kind.${kind}`)}</span>
              {!hasConnector && <small>{t('dms.noConnector')}</small>}
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
