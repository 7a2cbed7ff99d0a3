# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Membranes of nerve cells: gates, currents, voltages."""

domain("neurons", entity="cell neuron compartment", edge="synapse", kind="cell_type", group="network")

ion_out = concept("scalar", "1", "entity parameter", names="c_out outside_conc", plural="outside_concs", short="co", values=(2, 6))
ion_in = concept("scalar", "1", "entity", names="c_in inside_conc", plural="inside_concs", short="ci", values=(0.2, 1.5))
membrane_v = concept("scalar", "1", "entity", names="v_m membrane_potential voltage", said="membrane potential", plural="potentials", short="vm", values=(-1.5, 1))
gate_mid = concept("scalar", "1", "parameter constant", names="v_half midpoint", short="vh", values=(-0.5, 0.3))
gate_slope = concept("scalar", "1", "parameter constant", names="gate_slope k_gate", short="kg", values=(0.2, 0.8))
conductance_of = concept("scalar", "1", "entity parameter", names="conductance g_max", plural="conductances", short="g", values=(0.3, 2))
recovery_gate = concept("scalar", "1", "entity", names="recovery w_rec", plural="recoveries", short="w", values=(-0.5, 1))
drive_current = concept("scalar", "1", "entity", names="i_ext stimulus", plural="stimuli", short="ie", values=(0.1, 1))
reversal = concept("scalar", "1", "", names="e_rev nernst", said="reversal potential", plural="reversals", short="er")
gate_open = concept("scalar", "1", "", names="gate open_prob m_inf", said="gate opening", plural="gates", short="m")
ion_current = concept("scalar", "1", "", names="i_ion ionic_current", plural="ionic_currents", short="ii", extensive=True)
membrane_rate = concept("scalar", "-", "", names="dv_dt membrane_rate", said="membrane potential rate", plural="membrane_rates", short="dv")

goals(point="reversal gate_open ion_current membrane_rate", total="ion_current", state="membrane_v:membrane_rate")
reversal = law(0.615 * wp.log10(ion_out / ion_in), 0.267 * wp.log(ion_out / ion_in))    # Nernst
gate_open = law(1.0 / (1.0 + wp.exp(-(membrane_v - gate_mid) / gate_slope)), 0.5 * (1.0 + wp.tanh((membrane_v - gate_mid) / gate_slope)))    # Boltzmann
ion_current = law(conductance_of * gate_open * (membrane_v - reversal), conductance_of * gate_open * gate_open * gate_open * (membrane_v - reversal), conductance_of * (membrane_v - reversal))
membrane_rate = law(drive_current - ion_current, drive_current - 0.1 * membrane_v - ion_current, drive_current + membrane_v - membrane_v * membrane_v * membrane_v / 3.0 - recovery_gate)    # ;;FitzHugh-Nagumo
