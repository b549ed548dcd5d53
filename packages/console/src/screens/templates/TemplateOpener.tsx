import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/** In place of the list's drawer: a template opens on a page of its own. */
export default function TemplateOpener({ id }: { id: string | undefined }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (id) void navigate({ to: '/templates/edit/$id', params: { id }, replace: true } as never)
  }, [id, navigate])
  return null
}
