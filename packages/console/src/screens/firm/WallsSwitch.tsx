import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import '../settings/text.ts'
import './text.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { SaveNote } from '../settings/SaveNote.tsx'
import { useFirmSettings } from '../settings/use-firm-settings.ts'
import classes from './walls-switch.module.css'

const key = 'internalWallsEnabled'

/**
 * States whether ethical walls apply, and turns them on or off. Turning off is confirmed, since it affects all of them.
 */
export default function WallsSwitch() {
  const { t } = useTranslation()
  const { row, canWrite, save, stateOf, undo, again } = useFirmSettings()
  const [isAsked, question] = useDisclosure(false)
  if (typeof row?.[key] !== 'boolean') return null
  const isOn = row[key]
  const turn = (on: boolean) => {
    question.close()
    save(key, on)
  }
  return (
    <div className={classes.walls}>
      <h3>{t('firm.walls.label')}</h3>
      <p role="status">{t(isOn ? `firm.walls.${row.internalWallsState}` : 'firm.walls.off')}</p>
      {canWrite(key) && (
        <Button variant={isOn ? 'default' : 'filled'} onClick={() => (isOn ? question.open() : turn(true))}>
          {t(isOn ? 'firm.walls.turnOff' : 'firm.walls.turnOn')}
        </Button>
      )}
      <SaveNote
        state={stateOf(key)}
        label={t('firm.walls.label')}
        onUndo={() => undo(key)}
        onAgain={() => again(key)}
      />
      <ConfirmDialog
        opened={isAsked}
        title={t('firm.walls.question')}
        text={t('firm.walls.consequence')}
        confirm={t('firm.walls.turnOff')}
        cancel={t('firm.walls.keep')}
        onConfirm={() => turn(false)}
        onCancel={question.close}
      />
    </div>
  )
}
