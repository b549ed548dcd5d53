import { subjectAccess } from '@courtcrier/contract/access.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../session/session-store.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { type CredentialCard, credentialCards, nameOfKind } from './credential-cards.ts'
import classes from './dms.module.css'

interface KindDialogProps {
  onChoose: (card: CredentialCard) => void
  onClose: () => void
}

/** Chooses the kind of credential to add: each with its purpose. */
export default function KindDialog({ onChoose, onClose }: KindDialogProps) {
  const { t } = useTranslation()
  useFocusBack()
  const role = useRole()
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
        {cards.map((card) => (
          <li key={card.driver ?? card.kind}>
            <button type="button" className={classes.card} onClick={() => onChoose(card)}>
              <b>{nameOfKind(card)}</b>
              <span>{t(card.driver ? `dms.type.${card.driver}` : `dms.kind.${card.kind}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
