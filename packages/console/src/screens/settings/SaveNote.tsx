import { useTranslation } from 'react-i18next'
import classes from './settings.module.css'
import type { SaveState } from './use-firm-settings.ts'

interface SaveNoteProps {
  state: SaveState | undefined
  /** Names the change, for screen readers that read only the button. */
  label: string
  onUndo: () => void
  /** Does what failed once more. */
  onAgain: () => void
}

/** Shows next to a setting whether it is saved, and undoes the change; or why it isn't, and saves it once more. */
export function SaveNote({ state, label, onUndo, onAgain }: SaveNoteProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.note}>
      <span role="status" data-failed={state?.is === 'failed' || undefined}>
        {state?.is === 'saving' && t('settings.saving')}
        {state?.is === 'saved' && t('settings.saved')}
        {state?.is === 'undone' && t('settings.undone')}
        {state?.is === 'failed' && t(state.undoId ? 'settings.undoFailed' : 'settings.failed', { why: state.why })}
      </span>
      {state?.is === 'saved' && state.undoId && (
        <button type="button" className={classes.undo} aria-label={t('settings.undoOf', { label })} onClick={onUndo}>
          {t('settings.undo')}
        </button>
      )}
      {state?.is === 'failed' && state.isPassing && (
        <button
          type="button"
          className={classes.undo}
          aria-label={t(state.undoId ? 'settings.undoOf' : 'settings.againOf', { label })}
          onClick={onAgain}
        >
          {t(state.undoId ? 'settings.undo' : 'settings.again')}
        </button>
      )}
    </div>
  )
}
