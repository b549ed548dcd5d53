import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { type InPlace, InPlaceContext, type InPlaceRequest } from '../fields/create-in-place.ts'
import { resourceWord } from '../i18n/labels.ts'
import { getSession } from '../session/session-store.ts'
import { lazy } from '../ui/lazy.ts'
import { isWritable } from './form-values.ts'
import { mayCreate } from './may-create.ts'

const InPlaceDialog = lazy(() => import('./InPlaceDialog.tsx'))

interface CreateInPlaceProps {
  /** Called when a dialog opens or closes: the page below must not react to its keys. */
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** Lets the fields inside create the records they don't find, in dialogs stacked over the form and each other. */
export function CreateInPlace({ onOpenChange, children }: CreateInPlaceProps) {
  const [stack, setStack] = useState<readonly InPlaceRequest[]>([])
  const callers = useRef<Element[]>([])
  useEffect(() => {
    onOpenChange(stack.length > 0)
    // When the top dialog closes, focus returns to the field that opened it.
    const [caller] = callers.current.splice(stack.length)
    if (caller instanceof HTMLElement) caller.focus()
  }, [stack, onOpenChange])
  const inPlace = useMemo(
    (): InPlace => ({
      wordFor,
      open: (request) => {
        callers.current.push(document.activeElement ?? document.body)
        setStack((requests) => [...requests, request])
      },
    }),
    [],
  )
  const close = () => setStack((requests) => requests.slice(0, -1))
  return (
    <InPlaceContext value={inPlace}>
      {children}
      <Suspense>
        {stack.map((request, level) => (
          <InPlaceDialog
            // biome-ignore lint/suspicious/noArrayIndexKey: a dialog is identified by its level
            key={level}
            level={level}
            isTop={level === stack.length - 1}
            request={request}
            onClose={close}
          />
        ))}
      </Suspense>
    </InPlaceContext>
  )
}

/** Returns the word for creating a record by name, which requires a role that may set that name. */
function wordFor(entity: string): string | undefined {
  const resource = findResource(entity)
  const role = getSession()?.role
  if (!resource || !role || resource.isSingleton) return undefined
  return mayCreate(resource, role) && isWritable(resource.title, { resource, role, isNew: true })
    ? resourceWord(resource, 'one')
    : undefined
}
