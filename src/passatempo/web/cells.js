// A board of buttons with one stop of the Tab key: the arrow keys move inside it.
const HOLD = 450; // milliseconds until a touch counts as the other press

export default {
  props: { label: String, rows: Array, shifts: Array, overlay: String, kind: String, step: Number },
  emits: ["press"],
  data() {
    return { at: [0, 0], timer: 0, held: false };
  },
  created() {
    this.kept = []; // not reactive: only `lines` looks at it
  },
  computed: {
    wide() {
      return Math.max(1, ...this.rows.map((row, r) => row.length + (this.shifts[r] || 0)));
    },
    high() {
      return 1 + this.step * (this.rows.length - 1);
    },
    // A row that has not changed keeps its object, so that its buttons are left as they are (v-memo).
    lines() {
      const before = this.kept;
      const lines = this.rows.map((cells, r) => {
        const text = JSON.stringify(cells);
        return before[r] && before[r].text === text ? before[r] : { text, cells };
      });
      this.kept = lines;
      return lines;
    },
    focus() {
      const r = Math.min(this.at[0], this.rows.length - 1);
      return [r, Math.min(this.at[1], (this.rows[r] || []).length - 1)];
    },
  },
  template: `
    <div class="cells-frame">
      <div role="grid" class="cells" :class="kind" :aria-label="label" @keydown="key"
           :style="{ '--wide': wide, '--high': high, '--step': step }">
        <div v-for="(row, r) in lines" role="row" class="cells-row" :style="{ '--shift': shifts[r] || 0, '--row': r }"
             v-memo="[row, focus[0] === r ? focus[1] : -1, shifts[r]]">
          <button v-for="(cell, c) in row.cells" type="button" role="gridcell" class="cell" :class="cell[1]"
                  :aria-label="cell[2] || cell[0]" :data-at="r + ',' + c"
                  :tabindex="focus[0] === r && focus[1] === c ? 0 : -1"
                  @click="click(r, c)" @contextmenu.prevent="other(r, c)" @pointerdown="down($event, r, c)"
                  @pointerup="up" @pointerleave="up" @focus="at = [r, c]"
                  ><span class="mark">{{ cell[0] }}</span><span v-if="cell[3]" class="note">{{ cell[3] }}</span></button>
        </div>
        <svg v-if="overlay" class="overlay" aria-hidden="true" :viewBox="[-0.45, -0.45, wide + 0.9, high + 0.9].join(' ')" v-html="overlay">
        </svg>
      </div>
    </div>`,
  methods: {
    press(r, c, how) {
      this.at = [r, c];
      this.$emit("press", { r, c, how });
    },
    click(r, c) {
      if (this.held) this.held = false;
      else this.press(r, c, "main");
    },
    other(r, c) {
      if (!this.held) this.press(r, c, "other");
    },
    down(event, r, c) {
      this.held = false;
      if (event.pointerType !== "touch") return;
      this.timer = setTimeout(() => {
        this.held = true;
        this.press(r, c, "other");
      }, HOLD);
    },
    up() {
      clearTimeout(this.timer);
    },
    key(event) {
      const [r, c] = this.focus;
      const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key in moves) this.go(r + moves[event.key][0], c + moves[event.key][1]);
      else if (event.key === "Home") this.go(r, 0);
      else if (event.key === "End") this.go(r, this.rows[r].length - 1);
      else if (event.key === "f" || event.key === "F") this.press(r, c, "other");
      else return;
      event.preventDefault();
    },
    go(r, c) {
      if (r < 0 || r >= this.rows.length) return;
      const inside = Math.max(0, Math.min(c, this.rows[r].length - 1));
      this.at = [r, inside];
      this.$el.querySelector(`[data-at="${r},${inside}"]`)?.focus();
    },
  },
};
