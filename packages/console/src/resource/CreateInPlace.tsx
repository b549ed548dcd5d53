import { subjectAccess } from '@courtcrier/contract/access.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { type InPlace, InPlaceContext, type InPlaceRequest } from '../fields/create-in-place.ts'
import { getSession } from '../session/session-store.ts'
import { isWritable } from './form-values.ts'
import { resourceWord } from './labels.ts'

const InPlaceDialog = lazy(() => import('./InPlaceDialog.tsx'))

interface CreateInPlaceProps {
  /** Whether a dialog is open: what stands below must not take its keys. */
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** Lets the fields within make the records that they do not find, in dialogs that stand over the form and over one another. */
export function CreateInPlace({ onOpenChange, children }: CreateInPlaceProps) {
  const [stack, setStack] = useState<readonly InPlaceRequest[]>([])
  const callers = useRef<Element[]>([])
  useEffect(() => {
    onOpenChange(stack.length > 0)
    // Whoever asked for what was on top gets the focus back, once that is gone.
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a dialog is what stands at its height
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

/** A role may make a record by its name only where it may set that name. */
function wordFor(entity: string): string | undefined {
  const resource = findResource(entity)
  const role = getSession()?.role
  if (!resource || !role || resource.isReadOnly || resource.isVirtual || resource.isSingleton) return undefined
  const canCreate = subjectAccess(resource.subject, role) === 'FULL'
  return canCreate && isWritable(resource.title, { resource, role, isNew: true })
    ? resourceWord(resource, 'one')
    : undefined
}
