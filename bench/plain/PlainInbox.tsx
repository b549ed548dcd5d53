import { Badge, Button, Checkbox, Table, Text } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { PlainFiling } from './filing.ts'

const PlainItem = lazy(() => import('./PlainItem.tsx'))

/** Shows the inbox as Mantine's own examples would: a table with checkboxes, and a drawer for the open row. */
export function PlainInbox() {
  const [filings, setFilings] = useState<readonly PlainFiling[]>([])
  const [selected, setSelected] = useState<readonly string[]>([])
  const [cursor, setCursor] = useState(0)
  const [openId, setOpenId] = useState<string>()
  useEffect(() => {
    const count = Number(new URLSearchParams(location.search).get('size') ?? '50')
    fetch('./filings.json')
      .then((answer) => answer.json())
      .then((all: readonly PlainFiling[]) => setFilings(all.slice(0, count)))
  }, [])
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Enter') setOpenId(filings[cursor]?.id)
      const next = filings[cursor + 1]
      if (key !== 'j' || !next) return
      setCursor(cursor + 1)
      if (openId) setOpenId(next.id)
      else document.querySelector<HTMLElement>(`tr[data-id="${next.id}"]`)?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [filings, cursor, openId])
  const toggle = (id: string) =>
    setSelected(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id])
  return (
    <Table.ScrollContainer minWidth={800} maxHeight="100vh" id="rows">
      <Table stickyHeader highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {['', 'Status', 'Received', 'Court', 'Case', 'Docs', 'Next step'].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {filings.map((filing, index) => (
            <Table.Tr
              key={filing.id}
              data-id={filing.id}
              tabIndex={index === cursor ? 0 : -1}
              aria-selected={selected.includes(filing.id)}
              bg={selected.includes(filing.id) ? 'var(--mantine-color-blue-light)' : undefined}
              onFocus={() => setCursor(index)}
              onClick={() => setOpenId(filing.id)}
            >
              <Table.Td onClick={(event) => event.stopPropagation()}>
                <Checkbox
                  aria-label={`Select ${filing.title}`}
                  checked={selected.includes(filing.id)}
                  onChange={() => toggle(filing.id)}
                />
              </Table.Td>
              <Cells filing={filing} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Suspense>
        {openId && <PlainItem filing={filings.find(({ id }) => id === openId)} onClose={() => setOpenId(undefined)} />}
      </Suspense>
    </Table.ScrollContainer>
  )
}

function Cells({ filing: { status, received, court, title, detail, documents, step } }: { filing: PlainFiling }) {
  return (
    <>
      <Table.Td>
        <Badge variant="dot">{status}</Badge>
      </Table.Td>
      <Table.Td>{received}</Table.Td>
      <Table.Td>{court}</Table.Td>
      <Table.Td>
        <Text fw={600} size="sm" truncate>
          {title}
        </Text>
        <Text c="dimmed" size="xs" truncate>
          {detail}
        </Text>
      </Table.Td>
      <Table.Td>{documents}</Table.Td>
      <Table.Td>
        {step && (
          <Button size="compact-xs" variant="default">
            {step}
          </Button>
        )}
      </Table.Td>
    </>
  )
}
