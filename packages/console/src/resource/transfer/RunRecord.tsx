import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingFields } from '../../ui/Loading.tsx'
import { importRoute } from './importable.ts'
import { RunView } from './RunView.tsx'
import classes from './transfer.module.css'
import { useImport } from './use-import.ts'

/** Shows an import next to the list of imports. */
export default function RunRecord({ row }: { row: AnyRow }) {
  const { t } = useTranslation()
  const watched = useImport(String(row.id))
  const resource = findResource(String(row.entity))
  const { state, error, refresh } = watched
  if (error && !state) return <ErrorState error={error} retry={() => void refresh()} />
  if (!state || !resource) return <LoadingFields />
  return (
    <div className={classes.content}>
      {state.can_start && (
        <div className={classes.actions}>
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to={importRoute(resource)} search={{ run: state.id }} />}
          >
            {t('transfer.import.openRun')}
          </Button>
        </div>
      )}
      <RunView resource={resource} watched={watched} />
    </div>
  )
}
