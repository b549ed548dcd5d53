import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Replaces the list's drawer: a template opens on a separate page. */
export default function TemplateOpener({ id }: { id: string | undefined }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (id) void navigate({ to: '/templates/edit/$id', params: { id }, replace: true } as never)
  }, [id, navigate])
  return null
}
