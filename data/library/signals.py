# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Circuits and neurons."""

domain("signals", entity="node sample", edge="branch edge", group="network")

voltage = concept("scalar", "ML2/T2Q", "entity", names="voltage v_node", plural="voltages", short="v", values=(-5, 5))
resistance = concept("scalar", "ML2/TQ2", "entity edge", names="resistance r_ohm", plural="resistances", short="r", values=(0.5, 4))
current = concept("scalar", "Q/T", "", names="current i_branch", plural="currents", short="cur", extensive=True)
power = concept("scalar", "ML2/T3", "", names="power dissipated", plural="powers", short="p", extensive=True)
capacitance = concept("scalar", "T2Q2/ML2", "entity parameter", names="capacitance c_node", plural="capacitances", short="c", values=(0.2, 2))
membrane = concept("scalar", "1", "entity", names="membrane u v_mem", plural="membranes potentials", short="u", values=(0.0, 1.2))
threshold = concept("scalar", "1", "parameter constant", names="threshold theta v_th", short="th", values=(0.3, 0.9))
tau = concept("scalar", "T", "parameter constant", names="tau time_constant", short="tau", values=(0.5, 4))
input_current = concept("scalar", "1", "entity", names="input_current drive i_ext", plural="input_currents", short="drive", values=(0.1, 2))
signal = concept("scalar", "1", "entity", names="signal sample", plural="signals samples", short="s", values=(-1, 1))

goals(point="power current")
goals(edge="current power")
current = (voltage[i] - voltage[j]) / resistance    # Ohm's law
power = current * current * resistance
