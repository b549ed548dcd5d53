import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../ui/lazy.ts'
import type { SearchParams } from '../ui/search-params.ts'
import { useFocusAfter } from '../ui/use-focus-after.ts'
import { useFace } from './face.ts'
import { useListKeys } from './list/use-list-keys.ts'
import { useCanEdit } from './use-can-write.ts'
import './text.ts'

const ResourceDrawer = lazy(() => import('./ResourceDrawer.tsx'))

/** The button on a record's page that opens its form over it, also by the key `e`; nothing without the permission. */
export function EditOnPage({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const canEdit = useCanEdit(resource)
  const navigate = useNavigate()
  const isOpen = 'edit' in (useSearch({ strict: false }) as SearchParams)
  const Drawer = useFace(resource).drawer ?? ResourceDrawer
  const wasOpen = useRef(false)
  wasOpen.current ||= isOpen
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(isOpen, () => button.current)
  const show = (isShown: boolean) => {
    const search = ({ edit: _, ...others }: SearchParams) => (isShown ? { ...others, edit: '1' } : others)
    void navigate({ to: '.', search: search as never, resetScroll: false })
  }
  useListKeys({ e: () => canEdit && show(true) })
  if (!canEdit) return null
  return (
    <>
      <Button ref={button} variant="default" aria-keyshortcuts="e" onClick={() => show(true)}>
        {t('table.edit')}
      </Button>
      {wasOpen.current && (
        <Suspense>
          <Drawer resource={resource} id={isOpen ? id : undefined} onOpen={(next) => show(next !== undefined)} />
        </Suspense>
      )}
    </>
  )
}
