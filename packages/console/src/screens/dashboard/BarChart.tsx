import { useElementSize } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { BarRounded } from '@visx/shape'
import type { ListLink } from '../../resource/list-link.ts'
import { formatNumber } from '../../ui/format-number.ts'
import classes from './dashboard.module.css'

export interface Bar {
  key: string
  /** Label below the axis. */
  tick: string
  /** Tooltip. */
  title: string
  /** From the axis up. */
  parts: readonly { name: string; count: number; link: ListLink | undefined }[]
  isMost?: boolean
}

interface BarChartProps {
  bars: readonly Bar[]
  /** Describes the chart in words. */
  label: string
  /** The approximate number of ticks that fit. */
  ticks: number
}

const height = 210
const margin = { top: 8, right: 2, bottom: 24, left: 36 }

/** Shows bars over an axis; each part of one opens the list behind it. The table next to it has the same numbers. */
export function BarChart({ bars, label, ticks }: BarChartProps) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  return (
    <div ref={ref} className={classes.picture} style={{ height }}>
      {width > 0 && <Picture bars={bars} label={label} ticks={ticks} width={width} />}
    </div>
  )
}

function Picture({ bars, label, ticks, width }: BarChartProps & { width: number }) {
  const most = Math.max(1, ...bars.map(totalOf))
  const x = scaleBand({ domain: bars.map(({ key }) => key), range: [margin.left, width - margin.right], padding: 0.28 })
  const y = scaleLinear({ domain: [0, most], range: [height - margin.bottom, margin.top], nice: 4 })
  const steps = y.ticks(4).filter(Number.isInteger)
  const every = Math.max(1, Math.ceil(bars.length / ticks))
  const named = bars.filter((_, index) => index % every === 0)
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      {steps.map((count) => (
        <line key={count} x1={margin.left} x2={width} y1={y(count)} y2={y(count)} className={classes.line} />
      ))}
      <AxisLeft
        scale={y}
        left={margin.left}
        tickValues={steps}
        hideAxisLine
        hideTicks
        tickFormat={(count) => formatNumber(Number(count))}
        tickLabelProps={() => ({ className: classes.tick, textAnchor: 'end', dx: -2, dy: 4 })}
      />
      <AxisBottom
        scale={x}
        top={height - margin.bottom}
        hideTicks
        hideAxisLine
        tickValues={named.map(({ key }) => key)}
        tickFormat={(key) => bars.find((bar) => bar.key === key)?.tick ?? ''}
        tickLabelProps={() => ({ className: classes.tick, textAnchor: 'middle' })}
      />
      {bars.map((bar) => (
        <Column key={bar.key} bar={bar} x={x(bar.key) ?? 0} width={x.bandwidth()} y={y} />
      ))}
    </svg>
  )
}

interface ColumnProps {
  bar: Bar
  x: number
  width: number
  y: (count: number) => number
}

function Column({ bar, x, width, y }: ColumnProps) {
  const navigate = useNavigate()
  let below = 0
  return (
    <g data-most={bar.isMost || undefined}>
      <title>{bar.title}</title>
      {bar.parts.map(({ name, count, link }) => {
        if (count === 0) return null
        const [bottom, top] = [y(below), y(below + count)]
        below += count
        return (
          <BarRounded
            key={name}
            x={x}
            width={width}
            y={top}
            // A gap between the parts, if there is room for one.
            height={Math.max(1, bottom - top - (bottom - top > 3 ? 1 : 0))}
            radius={Math.min(2, width / 2)}
            all
            data-part={name}
            className={classes.bar}
            data-opens={link ? true : undefined}
            onClick={() => link && void navigate({ to: link.to, search: link.search as never })}
          />
        )
      })}
    </g>
  )
}

function totalOf({ parts }: Bar): number {
  return parts.reduce((sum, { count }) => sum + count, 0)
}
